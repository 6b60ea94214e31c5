import { setTimeout as sleep } from "node:timers/promises";
import { isDatabaseOutage } from "../../../platform/database-refusals.ts";

/** The end of a call that could not be stored. */
interface OpenEnd {
  /** The size of what is kept in memory until it is stored. */
  readonly bytes: number;
  /** Stores the end. It may run again if the response of the database was lost. */
  readonly store: () => Promise<void>;
  readonly onGivenUp: (error: unknown) => void;
}

export interface OpenEnds {
  /**
   * Stores an end as soon as the database is available again.
   * @param error - why it could not be stored
   */
  settle(end: OpenEnd, error: unknown): void;
  stop(): Promise<void>;
}

const FIRST_PAUSE_MS = 50;
const LAST_PAUSE_MS = 2_000;
const MAX_HELD_BYTES = 64 * 1024 * 1024;

/**
 * Keeps the ends of calls during an outage of the database, so that the audit log has the end of
 * each answered call, and the call gets its certificate. Gives up an end if it does not fit into
 * memory, if the database refuses it, or if one last try at the stop of the replica fails.
 */
export function createOpenEnds(): OpenEnds {
  const open = new Set<Promise<void>>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let heldBytes = 0;

  async function repeat({ bytes, store, onGivenUp }: OpenEnd): Promise<void> {
    heldBytes += bytes;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LAST_PAUSE_MS)) {
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      try {
        await store();
        break;
      } catch (error) {
        if (!signal.aborted && isDatabaseOutage(error)) continue;
        onGivenUp(error);
        break;
      }
    }
    heldBytes -= bytes;
  }

  return {
    settle(end, error) {
      if (signal.aborted || !isDatabaseOutage(error) || heldBytes + end.bytes > MAX_HELD_BYTES)
        return end.onGivenUp(error);
      const settling = repeat(end).finally(() => open.delete(settling));
      open.add(settling);
    },
    async stop() {
      stopping.abort();
      await Promise.all(open);
    },
  };
}
