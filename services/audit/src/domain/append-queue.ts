import type { AuditEvent } from "@veil/contracts/audit";
import { ApiError } from "@veil/contracts/errors";
import type { EventStore } from "../ports.ts";
import { RefusedEventError } from "./canonical-event.ts";

interface Waiting {
  readonly events: readonly AuditEvent[];
  readonly resolve: (appended: number) => void;
  readonly reject: (error: unknown) => void;
}

export interface AppendQueue {
  /**
   * Appends a batch. Resolves when the batch is durable.
   * @throws ApiError `busy` when too many batches are waiting, or the store's error for this batch
   */
  append(events: readonly AuditEvent[]): Promise<void>;
}

const MAX_EVENTS = 256;
const MAX_WAITING = 1024;

/**
 * Creates a queue that runs one append at a time. Batches that arrive during an append share the
 * next append, and therefore one commit.
 */
export function createAppendQueue(
  store: Pick<EventStore, "append">,
  onAppended: (count: number) => void,
): AppendQueue {
  const waiting: Waiting[] = [];
  let busy = false;

  async function drain(): Promise<void> {
    busy = true;
    while (waiting.length > 0) await appendGroup(store, takeGroup(waiting));
    busy = false;
  }

  return {
    async append(events) {
      if (waiting.length >= MAX_WAITING)
        throw new ApiError("busy", "Too many batches are waiting", { retryAfterSeconds: 1 });
      const appended = new Promise<number>((resolve, reject) => {
        waiting.push({ events, resolve, reject });
      });
      if (!busy) void drain();
      onAppended(await appended);
    },
  };
}

function takeGroup(waiting: Waiting[]): Waiting[] {
  let size = 0;
  const end = waiting.findIndex(({ events }) => {
    size += events.length;
    return size > MAX_EVENTS;
  });
  return waiting.splice(0, end === -1 ? waiting.length : Math.max(end, 1));
}

/** Appends a group of batches. Never rejects, because each batch gets its own result. */
async function appendGroup(store: Pick<EventStore, "append">, group: Waiting[]): Promise<void> {
  try {
    const appended = await store.append(group.flatMap(({ events }) => events));
    group.forEach(({ resolve }, index) => {
      resolve(index === 0 ? appended : 0);
    });
  } catch (error) {
    // A refused event in one batch must not make the other batches fail.
    if (error instanceof RefusedEventError && group.length > 1) await appendEach(store, group);
    else for (const { reject } of group) reject(error);
  }
}

async function appendEach(store: Pick<EventStore, "append">, group: Waiting[]): Promise<void> {
  for (const batch of group) await appendGroup(store, [batch]);
}
