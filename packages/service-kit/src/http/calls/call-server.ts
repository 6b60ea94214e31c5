import type { IncomingMessage } from "node:http";
import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import type { Express, RequestHandler } from "express";
import { type WebSocket, WebSocketServer } from "ws";
import type { CallerCheck } from "../caller.ts";
import type { ContextOptions } from "../request-context.ts";
import type { CallRoute } from "./call-route.ts";
import { type CallerConnection, serveCalls } from "./caller-connection.ts";
import { MAX_CALL_HEAD_BYTES, SUBPROTOCOL } from "./messages.ts";

/** The largest body of a call. Larger bodies use HTTP, where they delay no other call. */
export const MAX_CALL_BODY_BYTES = 64 * 1024;

/** Where callers open their connections. */
export const CALLS_PATH = "/calls";

export interface CallServer {
  /** Handles `GET /calls`, behind the access check. */
  readonly accept: RequestHandler;
  /** Accepts no more connections, and makes the callers leave those that are open. */
  leave(): void;
  /** Closes all connections at once. */
  close(): void;
}

interface CallServerOptions extends ContextOptions {
  readonly routes: readonly CallRoute[];
  readonly check: CallerCheck;
  readonly nowMs?: Clock;
}

/**
 * Creates the server of call connections: WebSocket connections (RFC 6455) that each carry many
 * calls of one caller at the same time.
 */
export function createCallServer(options: CallServerOptions): CallServer {
  const connections = new Set<CallerConnection>();
  let leaving = false;
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    skipUTF8Validation: true,
    maxPayload: MAX_CALL_BODY_BYTES + MAX_CALL_HEAD_BYTES,
    handleProtocols: (offered) => offered.has(SUBPROTOCOL) && SUBPROTOCOL,
  });

  return {
    async accept(req, res) {
      const head = takeUpgradeHead(req);
      if (head === undefined || !offersCalls(req))
        throw new ApiError("not_found", "This path does not exist");
      if (leaving) throw new ApiError("busy", "The service is stopping", { retryAfterSeconds: 1 });
      const { socket } = req;
      const check = (header: string | undefined) => options.check(header, socket);
      const verified = await check(req.get("authorization"));
      res.detachSocket(socket);
      sockets.handleUpgrade(req, socket, head, (ws: WebSocket) => {
        const connection = serveCalls({ ...options, check, ws, socket, verified });
        connections.add(connection);
        options.log.info("calls_opened", { caller: verified.caller });
        ws.once("close", () => connections.delete(connection));
      });
    },
    leave() {
      leaving = true;
      for (const connection of connections) connection.leave();
    },
    close() {
      leaving = true;
      for (const connection of connections) connection.close();
    },
  };
}

function offersCalls({ headers }: IncomingMessage): boolean {
  return (
    headers.upgrade?.toLowerCase() === "websocket" &&
    headers["sec-websocket-protocol"] === SUBPROTOCOL
  );
}

const heads = new WeakMap<IncomingMessage, Buffer>();

/** Remembers the bytes that arrived after the head of an upgrade request. */
export function keepUpgradeHead(req: IncomingMessage, head: Buffer): void {
  heads.set(req, head);
}

function takeUpgradeHead(req: IncomingMessage): Buffer | undefined {
  const head = heads.get(req);
  heads.delete(req);
  return head;
}

const servers = new WeakMap<Express, CallServer>();

/** Remembers the call server of an app, for the server that serves the app. */
export function keepCallServer(app: Express, server: CallServer): void {
  servers.set(app, server);
}

export function callServerOf(app: Express): CallServer | undefined {
  return servers.get(app);
}
