import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import {
  deserializeMessage,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  StreamableHTTPClientTransport,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/client";
import { operationOf } from "../../gateway/operation-of.ts";
import type { Cli } from "../../program/cli.ts";
import type { Settings } from "../../settings/read-settings.ts";
import { gatewayFetch } from "./gateway-fetch.ts";

interface Bridge {
  readonly input: Readable;
  /** Writes to standard output, which must contain only protocol messages. */
  readonly out: (text: string) => void;
  readonly log: (text: string) => void;
  readonly gateway: Transport;
  readonly interrupted: AbortSignal;
}

const SEND = operationOf("sendMcpMessage");

/** The code of a parse error (JSON-RPC 2.0, section 5.1). */
const PARSE_ERROR = -32_700;
const UNREACHED = -32_000;

/**
 * Forwards messages in both directions until the input has ended and every request has its
 * response, or until Ctrl-C.
 */
export async function bridge({ input, out, log, gateway, interrupted }: Bridge): Promise<void> {
  const write = (message: JSONRPCMessage) => out(serializeMessage(message));
  const fail = (id: string | number | null, code: number, message: string) =>
    out(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })}\n`);

  async function forward(line: string): Promise<void> {
    const message = messageIn(line);
    if (message === undefined) {
      log("a line that is no message of the protocol was refused");
      return fail(null, PARSE_ERROR, "Not a message of JSON-RPC 2.0");
    }
    try {
      await gateway.send(message);
    } catch (error) {
      if (interrupted.aborted) return;
      const text = reasonOf(error);
      log(text);
      if (isJSONRPCRequest(message)) fail(message.id, UNREACHED, text);
    }
  }

  gateway.onmessage = (message) => {
    if (isJSONRPCResultResponse(message)) noteRevision(gateway, message.result);
    write(message);
  };
  await gateway.start();
  const lines = createInterface({ input });
  interrupted.addEventListener("abort", () => lines.close(), { once: true });
  const sent: Promise<void>[] = [];
  for await (const line of lines) if (line.trim() !== "") sent.push(forward(line));
  if (interrupted.aborted) input.destroy();
  else await Promise.all(sent);
  await gateway.close();
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : "The gateway did not answer";
}

function messageIn(line: string): JSONRPCMessage | undefined {
  try {
    return deserializeMessage(line);
  } catch {
    return undefined;
  }
}

/**
 * Remembers the protocol revision in the response to `initialize`, because each later request must
 * contain it.
 */
function noteRevision(gateway: Transport, { protocolVersion }: Record<string, unknown>): void {
  if (typeof protocolVersion === "string") gateway.setProtocolVersion?.(protocolVersion);
}

export function gatewayTransport(
  { env, interrupted }: Cli,
  settings: Settings,
  relink: boolean,
): Transport {
  const upstreamKey = env["VEIL_UPSTREAM_KEY"]?.trim() ?? "";
  const headers = {
    "x-api-key": settings.apiKey().value,
    ...(upstreamKey !== "" && { "x-upstream-key": upstreamKey }),
    ...(relink && { "x-veil-relink": "true" }),
  };
  return new StreamableHTTPClientTransport(new URL(SEND.path, settings.url), {
    // Refuses redirects, because the other host would get the keys.
    requestInit: { headers, redirect: "error" },
    redirectPolicy: "follow",
    fetch: gatewayFetch(settings.timeoutSeconds, interrupted),
  });
}
