import { HttpError, type WholeResponse } from "../client/http-client.ts";
import {
  type CallConnection,
  type ConnectionCall,
  ConnectionLostError,
  openCallConnection,
} from "./call-connection.ts";
import { MAX_CALL_BODY_BYTES } from "./call-server.ts";
import { type CallSlot, createCallSlot } from "./call-slot.ts";
import { fitsHead } from "./messages.ts";
import type { CalleeAddress } from "./open-web-socket.ts";

export interface CallPoolSettings {
  /** How many connections are open. Each may end at another replica. */
  readonly connections: number;
  /** A connection is replaced after one to two times this period. */
  readonly lifetimeMs: number;
}

/**
 * Connections go to replicas at random, so several are needed, and they are replaced often: a new
 * replica then gets its share within seconds (decision 54).
 */
export const CALL_POOL: CallPoolSettings = { connections: 4, lifetimeMs: 10_000 };

interface PooledCall extends Omit<ConnectionCall, "requestId"> {
  readonly headers: Readonly<Record<string, string>>;
}

export interface CallPool {
  /**
   * Returns the response, or undefined if the call must be made over HTTP: no connection takes it,
   * or a repeatable call lost its connection.
   * @throws HttpError
   */
  exchange(call: PooledCall): Promise<WholeResponse | undefined>;
  /** Opens no more connections, and waits until all calls have ended. */
  drain(): Promise<void>;
  close(): void;
}

interface PoolOptions extends CallPoolSettings {
  readonly address: CalleeAddress;
  readonly token: () => Promise<string>;
  readonly random?: () => number;
}

/**
 * Creates a pool of call connections to one service. It opens connections in the background, when
 * calls need them; meanwhile calls go over HTTP. If a connection reaches a replica of an older
 * version, its share of the calls goes over HTTP, until the connection would have been replaced.
 */
export function createCallPool(options: PoolOptions): CallPool {
  const { connections, lifetimeMs, address, token, random = Math.random } = options;
  const open = new Set<CallConnection>();
  let stopped = false;

  async function connect(): Promise<CallConnection> {
    if (stopped) throw new Error("The pool is closed");
    const connection = await openCallConnection(address, await token());
    open.add(connection);
    void connection.closed.then(() => open.delete(connection));
    if (stopped) connection.retire();
    return connection;
  }

  const slots = Array.from({ length: connections }, () =>
    createCallSlot({ connect, lifetimeMs, random }),
  );
  const pick = createPick(slots);

  /** Calls may outlive the token of their connection. */
  async function showTokens(): Promise<void> {
    if (open.size === 0) return;
    const current = await token();
    for (const connection of open) connection.authenticate(current);
  }

  const sweep = () => {
    for (const slot of slots) slot.sweep();
    void showTokens();
  };
  const timer = setInterval(sweep, Math.min(lifetimeMs / 10, 1_000)).unref();
  const stop = () => {
    stopped = true;
    clearInterval(timer);
  };
  return {
    async exchange({ headers, ...call }) {
      const head = isLarge(call.body) ? undefined : headOf(headers);
      const connection = head && pick(call.path);
      if (head === undefined || connection === undefined) return undefined;
      try {
        return await connection.exchange({ ...call, ...head });
      } catch (error) {
        if (!stopped && isLost(error) && connection.isRepeatable(call.path)) return undefined;
        throw error;
      }
    },
    async drain() {
      stop();
      for (const connection of open) connection.retire();
      await Promise.all([...open].map(({ closed }) => closed));
    },
    close() {
      stop();
      for (const connection of open) connection.close();
    },
  };
}

/**
 * Returns a function that picks the connection with the fewest calls in flight. Further calls of the
 * same turn of the event loop take the same connection, so that they share system calls at both
 * ends.
 */
function createPick(slots: readonly CallSlot[]) {
  let next = 0;
  let ofThisTurn: CallConnection | undefined;
  const endTurn = () => {
    ofThisTurn = undefined;
  };
  return (path: string): CallConnection | undefined => {
    next = (next + 1) % slots.length;
    if (slots[next]?.use() === "http") return undefined;
    if (ofThisTurn?.takes(path)) return ofThisTurn;
    let best: CallConnection | undefined;
    for (const { connection: one } of slots)
      if (one?.takes(path) && one.inFlight < (best?.inFlight ?? Number.POSITIVE_INFINITY))
        best = one;
    ofThisTurn = best;
    setImmediate(endTurn);
    return best;
  };
}

function isLost(error: unknown): boolean {
  return error instanceof HttpError && error.cause instanceof ConnectionLostError;
}

/** Returns undefined if there are headers that a call on a connection cannot have. */
function headOf(headers: PooledCall["headers"]) {
  const { "x-request-id": requestId = "", ...others } = headers;
  return fitsHead(requestId) && Object.keys(others).length === 0 ? { requestId } : undefined;
}

function isLarge(body: string): boolean {
  return body.length > MAX_CALL_BODY_BYTES || Buffer.byteLength(body) > MAX_CALL_BODY_BYTES;
}
