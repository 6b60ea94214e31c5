import { Agent, request } from "undici";
import type { PlannedCall } from "./planned-call.ts";

export interface GatewayReply {
  readonly status: number;
  readonly requestId: string;
  readonly text: string;
  /** The parsed text, or `{}` if the text is not a JSON object. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** A client that does not know faults: a lost connection is a missing reply. */
export interface GatewayClient {
  send(call: PlannedCall): Promise<GatewayReply | undefined>;
  get(path: string, apiKey?: string): Promise<GatewayReply | undefined>;
  post(path: string, body: object): Promise<GatewayReply | undefined>;
  close(): Promise<void>;
}

/** Longer than any fault and any wait of the gateway. */
const REPLY_MS = 60_000;

export function gatewayClient(url: string): GatewayClient {
  const dispatcher = new Agent({ headersTimeout: REPLY_MS, bodyTimeout: REPLY_MS });
  async function exchange(path: string, options: object): Promise<GatewayReply | undefined> {
    try {
      const {
        statusCode: status,
        headers,
        body,
      } = await request(url + path, {
        ...{ dispatcher, ...options },
      });
      const text = await body.text();
      return { status, requestId: String(headers["x-request-id"]), text, body: objectIn(text) };
    } catch {
      return undefined;
    }
  }
  const sending = (body: object, headers: object) => ({
    ...{ method: "POST", body: JSON.stringify(body) },
    headers: { "content-type": "application/json", ...headers },
  });
  return {
    send: ({ path, body, headers, apiKey }) =>
      exchange(path, sending(body, { ...headers, "x-api-key": apiKey })),
    get: (path, apiKey) =>
      exchange(path, { headers: apiKey === undefined ? {} : { "x-api-key": apiKey } }),
    post: (path, body) => exchange(path, sending(body, {})),
    close: () => dispatcher.destroy(),
  };
}

function objectIn(text: string): GatewayReply["body"] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as GatewayReply["body"]) : {};
  } catch {
    return {};
  }
}
