import { type CallConnection, NoCallsError } from "./call-connection.ts";

/** A place of the pool, with at most one connection that takes calls. */
export interface CallSlot {
  /** The connection, which may be closed. */
  readonly connection: CallConnection | undefined;
  /**
   * Opens a connection in the background if there is none.
   * @returns "http" if the last attempt met a service without call connections
   */
  use(): "http" | "connection";
  /** Replaces a connection that has been used for its lifetime, and closes one that has not. */
  sweep(): void;
}

interface SlotOptions {
  connect(): Promise<CallConnection>;
  readonly lifetimeMs: number;
  readonly random: () => number;
}

const RETRY_MS = 1_000;

export function createCallSlot({ connect, lifetimeMs, random }: SlotOptions): CallSlot {
  let connection: CallConnection | undefined;
  let isOpening = false;
  let isHttp = false;
  let wasUsed = false;
  let untilMs = 0;
  let retryAtMs = 0;
  const lifetimeEndMs = () => performance.now() + lifetimeMs * (1 + random());

  /** The old connection takes calls until the new one is open. */
  async function open(): Promise<void> {
    isOpening = true;
    const previous = connection;
    try {
      connection = await connect();
      isHttp = false;
      untilMs = lifetimeEndMs();
    } catch (error) {
      connection = undefined;
      isHttp = error instanceof NoCallsError;
      retryAtMs = isHttp ? lifetimeEndMs() : performance.now() + RETRY_MS;
    }
    isOpening = false;
    previous?.retire();
  }

  return {
    get connection() {
      return connection;
    },
    use() {
      wasUsed = true;
      const isNeeded = connection?.isOpen !== true && !isOpening;
      if (isNeeded && performance.now() >= retryAtMs) void open();
      return isHttp ? "http" : "connection";
    },
    sweep() {
      if (connection === undefined || isOpening || performance.now() < untilMs) return;
      if (wasUsed) void open();
      else connection.retire();
      wasUsed = false;
    },
  };
}
