import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { McpMessage } from "@veil/contracts/public/sdk/mcp";
import { contextOf } from "@veil/service-kit/http";
import type { Request as Incoming, Response as Outgoing, RequestHandler } from "express";
import { readCallHeaders } from "../../sdk/http.ts";
import { mcpServer, type ToolDeps } from "./mcp-server.ts";

const parse = checked(McpMessage);

/**
 * Handles `POST /api/v1/mcp/messages`: accepts one message and responds with JSON, for both
 * generations of the protocol.
 */
export function mcpMessages(deps: ToolDeps): RequestHandler {
  return async function handleMcpMessage(req, res) {
    // Headers are checked with every message, so that an invalid header is noticed before the first
    // call.
    readCallHeaders(req);
    requirePrintableKey(req.get("x-upstream-key") ?? "");
    const parsedBody = parse(req.body);
    const request = webRequest(req, contextOf(res).gone());
    const serve = (await isLegacyRequest(request, parsedBody)) ? serveLegacy : serveModern;
    await sendAnswer(res, await serve(() => mcpServer(deps, { req, res }), request, parsedBody));
  };
}

const PRINTABLE = /^[\x21-\x7e]{0,512}$/;

function requirePrintableKey(key: string): void {
  if (PRINTABLE.test(key)) return;
  throw new ApiError("invalid_field", "The header X-Upstream-Key holds no key of a provider");
}

type Serve = (
  factory: () => ReturnType<typeof mcpServer>,
  request: Request,
  parsedBody: McpMessage,
) => Promise<Response>;

/**
 * Serves clients of revision 2026-07-28. There are no subscriptions, because nothing that a client
 * could subscribe to ever changes.
 */
const serveModern: Serve = async (factory, request, parsedBody) => {
  const handler = createMcpHandler(factory, { legacy: "reject", maxSubscriptions: 0 });
  return await handler.fetch(request, { parsedBody });
};

/**
 * Serves clients of revisions up to 2025-11-25. The library's own fallback would respond with an
 * event stream, which is useless for a single message.
 */
const serveLegacy: Serve = async (factory, request, parsedBody) => {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = factory();
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
};

/** The only headers that are passed to the library. It never gets a key. */
const PASSED_ON = ["mcp-protocol-version", "mcp-method", "mcp-name"] as const;

function webRequest(req: Incoming, signal: AbortSignal): Request {
  const headers = new Headers({
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
  });
  for (const name of PASSED_ON) {
    const value = req.get(name);
    if (value !== undefined) headers.set(name, value);
  }
  return new Request("http://gateway.invalid/", { method: "POST", headers, signal });
}

async function sendAnswer(res: Outgoing, answer: Response): Promise<void> {
  const body = await answer.text();
  res.status(answer.status);
  if (body === "") res.end();
  else res.type("application/json").send(body);
}
