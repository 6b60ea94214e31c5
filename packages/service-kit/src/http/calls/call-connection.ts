import type { IncomingMessage } from "node:http";
import type { WholeResponse } from "../client/http-client.ts";
import { joinWrites } from "../joined-writes.ts";
import {
  type CalleeMessage,
  readCalleeMessage,
  writeCall,
  writeCancel,
  writeToken,
} from "./messages.ts";
import { type CalleeAddress, type OpeningSocket, openWebSocket } from "./open-web-socket.ts";
import { createPendingCalls, type PendingCalls, type WaitLimits } from "./pending-calls.ts";

export interface ConnectionCall extends WaitLimits {
  readonly path: string;
  readonly requestId: string;
  readonly body: string;
}

/** The caller's end of a call connection. */
export interface CallConnection {
  readonly inFlight: number;
  /** Whether the connection takes calls. */
  readonly isOpen: boolean;
  /** Whether the connection takes a call of this path now. */
  takes(path: string): boolean;
  isRepeatable(path: string): boolean;
  /** @throws HttpError; its cause is a ConnectionLostError if the connection broke */
  exchange(call: ConnectionCall): Promise<WholeResponse>;
  /** Shows a token to the callee, unless it is the last one. */
  authenticate(token: string): void;
  /** Takes no more calls. The connection closes when those in flight have ended. */
  retire(): void;
  close(): void;
  readonly closed: Promise<void>;
}

/** The service responded, but not as one that serves call connections. */
export class NoCallsError extends Error {
  override readonly name = "NoCallsError";
}

export class ConnectionLostError extends Error {
  override readonly name = "ConnectionLostError";
}

const NOT_FOUND = 404;
const NORMAL = 1000;
const MAX_IN_FLIGHT = 256;
const MAX_UNSENT_BYTES = 1024 * 1024;

/**
 * Opens a connection to a service, which checks the token.
 * @throws NoCallsError when the service is of a version without call connections, or another Error
 */
export async function openCallConnection(
  address: CalleeAddress,
  token: string,
): Promise<CallConnection> {
  const opening = await openWebSocket(address, token);
  const { ws } = opening;
  // A service that freezes now would neither refuse the connection nor announce its routes.
  const timer = setTimeout(() => ws.terminate(), address.timeoutMs);
  const opened = new Promise<CallConnection>((resolve, reject) => {
    const connection = createConnection(opening, token, () => resolve(connection));
    ws.once("unexpected-response", (_req, { statusCode }: IncomingMessage) => {
      const Problem = statusCode === NOT_FOUND ? NoCallsError : Error;
      reject(new Problem("The service opened no call connection"));
      ws.terminate();
    });
    ws.on("error", reject);
    void connection.closed.then(() => reject(new ConnectionLostError("The connection is closed")));
  });
  return await opened.finally(() => clearTimeout(timer));
}

interface Callee {
  readonly routes: ReadonlyMap<string, { readonly at: number; readonly repeatable: boolean }>;
  readonly pending: PendingCalls;
  readonly isOpen: boolean;
  send(bytes: Buffer): void;
  retire(): void;
}

function createConnection(
  opening: OpeningSocket,
  openingToken: string,
  onRoutes: () => void,
): CallConnection {
  const { ws } = opening;
  const callee = createCallee(opening, onRoutes);
  const { routes, pending, send, retire } = callee;
  let shownToken = openingToken;
  const closed = new Promise<void>((resolve) => {
    ws.once("close", () => {
      retire();
      pending.failAll(new ConnectionLostError("The connection is closed"));
      resolve();
    });
  });
  return {
    get inFlight() {
      return pending.size;
    },
    get isOpen() {
      return callee.isOpen;
    },
    takes: (path) =>
      callee.isOpen &&
      pending.size < MAX_IN_FLIGHT &&
      ws.bufferedAmount < MAX_UNSENT_BYTES &&
      routes.has(path),
    isRepeatable: (path) => routes.get(path)?.repeatable === true,
    exchange(call) {
      const route = routes.get(call.path)?.at ?? 0;
      return pending.add(call, (id) => send(writeCall({ ...call, id, route }, call.body)));
    },
    authenticate(token) {
      if (token === shownToken) return;
      shownToken = token;
      send(writeToken(token));
    },
    retire,
    close: () => ws.terminate(),
    closed,
  };
}

/** Sends and receives the messages of a connection. */
function createCallee({ ws, socket }: OpeningSocket, onRoutes: () => void): Callee {
  const routes = new Map<string, { readonly at: number; readonly repeatable: boolean }>();
  const beforeWrite = joinWrites(socket);
  let receivedAtMs = 0;
  let awaitsPong = false;
  let retired = false;

  function send(bytes: Buffer): void {
    if (ws.readyState !== ws.OPEN) return;
    beforeWrite();
    ws.send(bytes);
  }

  /** A second ping would tell no more, and many at once make the callee close the connection. */
  function ping(): void {
    if (awaitsPong || ws.readyState !== ws.OPEN) return;
    awaitsPong = true;
    ws.ping();
  }

  function closeUnused(): void {
    if (retired && pending.size === 0) ws.close(NORMAL);
  }

  function retire(): void {
    retired = true;
    closeUnused();
  }

  const pending = createPendingCalls({
    receivedAtMs: () => receivedAtMs,
    ping,
    cancel: (id) => send(writeCancel(id)),
    onSilence() {
      retired = true;
    },
    onEmpty: closeUnused,
  });

  function receive(message: CalleeMessage): void {
    switch (message.kind) {
      case "answer":
        pending.settle(message);
        break;
      case "leave":
        retire();
        break;
      case "routes":
        for (const [at, { path, repeatable }] of message.routes.entries())
          routes.set(path, { at, repeatable });
        onRoutes();
    }
  }

  onReceived(ws, (data) => {
    receivedAtMs = performance.now();
    if (data === undefined) awaitsPong = false;
    else receive(readCalleeMessage(data));
  });
  return {
    ...{ routes, pending, send, retire },
    get isOpen() {
      return !retired && ws.readyState === ws.OPEN;
    },
  };
}

/** Calls `onBytes` with each message, and without one for each pong. */
function onReceived(ws: OpeningSocket["ws"], onBytes: (data?: Buffer) => void): void {
  ws.on("pong", () => onBytes());
  ws.on("message", (data) => {
    try {
      onBytes(data as Buffer);
    } catch {
      ws.terminate();
    }
  });
}
