import { checked } from "@veil/contracts/parsing";
import { ProxyResponse } from "@veil/contracts/public/proxy";
import { UsageResponse } from "@veil/contracts/public/registration";
import { until, WAIT_CEILING_MS } from "@veil/testing";
import { Agent, type Dispatcher, request } from "undici";

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed text, or `{}` when the text is not a JSON object. */
  readonly body: Readonly<Record<string, unknown>>;
}

interface Call {
  readonly method?: Dispatcher.HttpMethod;
  readonly path: string;
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Strings and bytes are sent unchanged, other values as JSON. */
  readonly body?: unknown;
}

export interface Gateway {
  readonly url: string;
  readonly replies: readonly Reply[];
  call(call: Call): Promise<Reply>;
  proxy(apiKey: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  scan(body: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  job(apiKey: string, jobId: string): Promise<Reply>;
  usage(apiKey: string): Promise<UsageResponse>;
  close(): Promise<void>;
}

export const PROXY_PATH = "/api/v1/proxy/messages";
const SCAN_PATH = "/api/v1/scan";
export const ENTITY_LISTS_PATH = "/api/v1/account/entity-lists";
export const ENTITY_POLICY_PATH = "/api/v1/account/entity-policy";

const parseUsage = checked(UsageResponse);

export function gatewayAt(url: string, connections = 64): Gateway {
  const timeouts = { bodyTimeout: WAIT_CEILING_MS, headersTimeout: WAIT_CEILING_MS };
  const dispatcher = new Agent({ connections, ...timeouts });
  const replies: Reply[] = [];

  async function call({ method = "GET", path, apiKey, headers, body }: Call): Promise<Reply> {
    const raw = typeof body === "string" || Buffer.isBuffer(body);
    const answer = await request(url + path, {
      dispatcher,
      method,
      headers: {
        ...(apiKey !== undefined && { "x-api-key": apiKey }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: raw ? body : JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    const entries = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    const reply = {
      status: answer.statusCode,
      headers: Object.fromEntries(entries) as Record<string, string>,
      text,
      body: jsonObject(text),
    };
    replies.push(reply);
    return reply;
  }

  return {
    url,
    replies,
    call,
    proxy: (apiKey, body, headers = {}) =>
      call({ method: "POST", path: PROXY_PATH, apiKey, body, headers }),
    scan: (body, headers = {}) => call({ method: "POST", path: SCAN_PATH, body, headers }),
    job: (apiKey, jobId) => call({ path: `/api/v1/proxy/jobs/${jobId}`, apiKey }),
    usage: async (apiKey) => parseUsage((await call({ path: "/api/v1/usage", apiKey })).body),
    close: () => dispatcher.destroy(),
  };
}

function jsonObject(text: string): Reply["body"] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Reply["body"]) : {};
  } catch {
    return {};
  }
}

const parseProxyResponse = checked(ProxyResponse);

/** Parses a final response. @throws when the body is invalid, or the status is not 200 */
export function finalOf(reply: Reply): ProxyResponse {
  if (reply.status !== 200) throw new Error(`Answered ${reply.status}: ${reply.text}`);
  return parseProxyResponse(reply.body);
}

export function acceptedOf(reply: Reply): string {
  const { status, job_id } = reply.body;
  if (reply.status !== 202 || status !== "processing" || typeof job_id !== "string")
    throw new Error(`Answered ${reply.status} instead of 202: ${reply.text}`);
  return job_id;
}

export async function answerTo(
  gateway: Gateway,
  apiKey: string,
  reply: Reply,
): Promise<ProxyResponse> {
  return reply.status === 202 ? jobDone(gateway, apiKey, acceptedOf(reply)) : finalOf(reply);
}

/** Waits until a job has ended. Ignores responses with 503 in the meantime. */
export function jobDone(gateway: Gateway, apiKey: string, jobId: string): Promise<ProxyResponse> {
  return until(`the job ${jobId} is done`, async () => {
    const reply = await gateway.job(apiKey, jobId);
    return reply.status !== 202 && reply.status !== 503 && finalOf(reply);
  });
}

export async function withGateway<T>(
  url: string,
  use: (gateway: Gateway) => Promise<T>,
  connections?: number,
) {
  const gateway = gatewayAt(url, connections);
  try {
    return await use(gateway);
  } finally {
    await gateway.close();
  }
}
