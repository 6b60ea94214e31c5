import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { ApiError } from "@veil/contracts/errors";

/** How long a client may take to read an answer after which its connection is closed. */
const LINGER_MS = 2_000;

/**
 * Answers what Node's HTTP layer does not pass on as a request, or would answer in its own words: headers that are too
 * large or too slow, broken messages, unknown expectations, tunnels. All of it is a JSON error and the end of the
 * connection.
 */
export function refuseUnreadable(server: Server): void {
  const latest = new WeakMap<Duplex, ServerResponse>();
  const note = ({ socket }: IncomingMessage, res: ServerResponse) => void latest.set(socket, res);
  server.on("request", note).on("checkContinue", note);
  server.on("checkExpectation", (_req, res) =>
    refuseRequest(res, new ApiError("expectation_failed", "Expect can be 100-continue alone")),
  );
  server.on("connect", (_req, socket) =>
    endWith(socket, new ApiError("bad_request", "This server makes no tunnels")),
  );
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const refusal = refusalOf(error.code);
    if (refusal === undefined || isBeingAnswered(latest.get(socket))) socket.destroy();
    else endWith(socket, refusal);
  });
}

/** Undefined: the connection broke, or is none of HTTP, as after a failed handshake of TLS. */
function refusalOf(code = ""): ApiError | undefined {
  if (code === "HPE_HEADER_OVERFLOW")
    return new ApiError("headers_too_large", "The headers are too large");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new ApiError("request_timeout", "The request did not arrive in time");
  if (!code.startsWith("HPE_")) return undefined;
  return new ApiError("bad_request", "This is no well-formed HTTP request");
}

/** Then what is written now would be taken for a part of that answer, or for the whole. */
function isBeingAnswered(res: ServerResponse | undefined): boolean {
  if (res === undefined || res.writableFinished) return false;
  return res.headersSent || res.req.complete;
}

/** Answers a request that no route gets to see. */
export function refuseRequest(res: ServerResponse, refusal: ApiError): void {
  const { headers, body } = answerOf(refusal);
  res.writeHead(refusal.status, headers).end(body);
}

/** A client may go on sending for a moment; a socket that is closed at once can lose the answer on its way. */
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
 * RFC 9112, section 3.2: a request of HTTP/1.1 has exactly one Host. With `allowed` it must be one of these, or one at that
 * port: a page that has its own name point to this machine cannot ask (DNS rebinding).
 */
export function hostProblem(
  { httpVersion, rawHeaders, headers }: IncomingMessage,
  allowed?: readonly string[],
): ApiError | undefined {
  const hosts = countHosts(rawHeaders);
  if (hosts !== 1 && !(hosts === 0 && httpVersion === "1.0"))
    return new ApiError("bad_request", "A request names exactly one Host");
  if (allowed === undefined) return undefined;
  const host = headers.host?.toLowerCase() ?? "";
  if (allowed.includes(host) || allowed.includes(host.replace(/:\d+$/, ""))) return undefined;
  return new ApiError("bad_request", "This Host is not served here");
}

/** Node keeps the first of several. */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts;
}
