import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Express } from "express";
import { type CallServer, callServerOf, keepUpgradeHead } from "./calls/call-server.ts";
import { expressMessages } from "./express-messages.ts";
import { hostProblem, refuseRequest, refuseUnreadable } from "./http-layer.ts";
import { peerOf } from "./peer.ts";
import { createTlsServer, type ListenTls } from "./tls-server.ts";

export interface Listener {
  readonly url: string;
  readonly port: number;
  /** Makes other services leave their call connections to this server. */
  leave(): void;
  /**
   * Stops accepting connections and waits for requests in flight. After `graceMs`, it closes their
   * connections.
   */
  close(graceMs: number): Promise<void>;
}

export interface Address {
  readonly host: string;
  /** The port; 0 selects a free one. */
  readonly port: number;
  /**
   * Allowed Host headers in lower case: `name:port`, or `name` for any port. Undefined allows all.
   */
  readonly allowedHosts?: readonly string[] | undefined;
}

export interface ServerLimits {
  /** The time limit for receiving a whole request. It must be longer than any body deadline. */
  readonly requestTimeoutMs?: number | undefined;
  readonly headersTimeoutMs?: number | undefined;
}

const KEEP_ALIVE_MS = 65_000;
const REQUEST_TIMEOUT_MS = 300_000;
const HEADERS_TIMEOUT_MS = 20_000;
const CHECK_TIMEOUTS_MS = 5_000;
const LINGER_MS = 2_000;
/** How much of a response is written before the client has received it. The default of Node 22. */
const WRITE_AHEAD_BYTES = 64 * 1024;

/**
 * Starts a server. A client that sends `Expect: 100-continue` gets 100 only when a handler reads
 * the body.
 */
export async function listen(
  app: Express,
  { host, port, allowedHosts }: Address,
  tls?: ListenTls,
  limits: ServerLimits = {},
): Promise<Listener> {
  const messages = expressMessages(app);
  const { ServerResponse: Response } = messages;
  const options = { ...serverOptions(limits), ...messages };
  const calls = callServerOf(app);
  const server = tls === undefined ? createServer(options) : createTlsServer(tls, options);
  const serve = (req: IncomingMessage, res: ServerResponse) => {
    if (isOverdue(req)) return void req.socket.destroy();
    boundUnreadBody(req, res);
    const problem = hostProblem(req, allowedHosts);
    if (problem !== undefined) refuseRequest(res, problem);
    else app(req, res);
  };
  refuseUnreadable(server);
  server.on("request", serve);
  server.on("checkContinue", (req: IncomingMessage, res: ServerResponse) => {
    req.once("resume", () => {
      if (!res.headersSent) res.writeContinue();
    });
    serve(req, res);
  });
  // Without a listener, Node passes upgrade requests to the app like all others.
  if (calls !== undefined)
    server.on("upgrade", (req: IncomingMessage, socket: Socket, head: Buffer) => {
      keepUpgradeHead(req, head);
      serve(req, responseOn(socket, new Response(req)));
    });
  server.listen(port, host);
  await once(server, "listening");
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `${tls === undefined ? "http" : "https"}://${host.includes(":") ? `[${host}]` : host}:${bound}`,
    port: bound,
    leave: () => calls?.leave(),
    close: (graceMs) => closeServer(server, graceMs, calls),
  };
}

/**
 * Returns the response to an upgrade request, which Node does not create. If the app refuses the
 * upgrade, the response closes the connection.
 */
function responseOn(socket: Socket, res: ServerResponse): ServerResponse {
  socket.on("error", () => undefined);
  res.shouldKeepAlive = false;
  res.assignSocket(socket);
  res.once("finish", () => socket.end());
  return res;
}

function serverOptions({
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
  headersTimeoutMs = Math.min(HEADERS_TIMEOUT_MS, requestTimeoutMs),
}: ServerLimits): ServerOptions {
  return {
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    highWaterMark: WRITE_AHEAD_BYTES,
    connectionsCheckingInterval: Math.min(CHECK_TIMEOUTS_MS, headersTimeoutMs),
    // `hostProblem` checks the header instead, and its error is JSON.
    requireHostHeader: false,
  };
}

function isOverdue({ socket }: IncomingMessage): boolean {
  const peer = peerOf(socket);
  return peer !== undefined && Date.now() >= peer.notAfterMs;
}

function boundUnreadBody(req: IncomingMessage, res: ServerResponse): void {
  res.once("finish", () => {
    if (req.complete) return;
    const cut = setTimeout(() => req.socket.destroy(), LINGER_MS).unref();
    req.once("close", () => clearTimeout(cut));
  });
}

async function closeServer(
  server: Server,
  graceMs: number,
  calls: CallServer | undefined,
): Promise<void> {
  calls?.leave();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that was busy when close() was called would stay open for its keep-alive time
  // after it becomes idle.
  const idle = setInterval(() => server.closeIdleConnections(), 20);
  const cut = setTimeout(() => {
    server.closeAllConnections();
    calls?.close();
  }, graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
