import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { ApiError } from "@veil/contracts/errors";

const LINGER_MS = 2_000;

/**
 * Sends JSON errors for requests that Node's HTTP layer refuses or does not pass to the app:
 * headers that are too large or too slow, malformed messages, unknown expectations, CONNECT.
 */
export function refuseUnreadable(server: Server): void {
  const latest = new WeakMap<Duplex, ServerResponse>();
  const note = ({ socket }: IncomingMessage, res: ServerResponse) => void latest.set(socket, res);
  server.on("request", note).on("checkContinue", note);
  server.on("checkExpectation", (_req, res) =>
    refuseRequest(res, new ApiError("expectation_failed", "Expect must be 100-continue")),
  );
  server.on("connect", (_req, socket) =>
    endWith(socket, new ApiError("bad_request", "CONNECT is not supported")),
  );
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const refusal = refusalOf(error.code);
    if (refusal === undefined || isBeingAnswered(latest.get(socket))) socket.destroy();
    else endWith(socket, refusal);
  });
}

/**
 * Returns the error to send for an error code of Node, or undefined if nothing can be sent because
 * the connection broke or the TLS handshake failed.
 */
function refusalOf(code = ""): ApiError | undefined {
  if (code === "HPE_HEADER_OVERFLOW")
    return new ApiError("headers_too_large", "The headers are too large");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new ApiError("request_timeout", "The request did not arrive in time");
  if (!code.startsWith("HPE_")) return undefined;
  return new ApiError("bad_request", "The request is not well-formed HTTP");
}

/**
 * Returns whether a response is in progress. A refusal must then not be sent, because the client
 * would take it for a part of that response.
 */
function isBeingAnswered(res: ServerResponse | undefined): boolean {
  if (res === undefined || res.writableFinished) return false;
  return res.headersSent || res.req.complete;
}

export function refuseRequest(res: ServerResponse, refusal: ApiError): void {
  const { headers, body } = answerOf(refusal);
  res.writeHead(refusal.status, headers).end(body);
}

/**
 * Sends the refusal and closes the connection after a delay. Closing it immediately, while the
 * client is still sending, could lose the response.
 */
function endWith(socket: Duplex, refusal: ApiError): void {
  if (socket.writableEnded || !socket.writable) return;
  const { headers, body } = answerOf(refusal);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n`;
  socket.end(`${status}${lines.join("")}\r\n${body}`);
  const cut = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once("close", () => clearTimeout(cut));
}

function answerOf(refusal: ApiError) {
  const body = JSON.stringify(refusal.toBody());
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(body)),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    Connection: "close",
  };
  return { headers, body };
}

/**
 * Returns the error if a request does not have exactly one Host header (RFC 9112, section 3.2), or
 * one that is not in `allowed`, which protects against DNS rebinding.
 */
export function hostProblem(
  { httpVersion, rawHeaders, headers }: IncomingMessage,
  allowed?: readonly string[],
): ApiError | undefined {
  const hosts = countHosts(rawHeaders);
  if (hosts !== 1 && !(hosts === 0 && httpVersion === "1.0"))
    return new ApiError("bad_request", "A request must have exactly one Host header");
  if (allowed === undefined) return undefined;
  const host = headers.host?.toLowerCase() ?? "";
  if (allowed.includes(host) || allowed.includes(host.replace(/:\d+$/, ""))) return undefined;
  return new ApiError("bad_request", "Unknown Host");
}

function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts;
}
