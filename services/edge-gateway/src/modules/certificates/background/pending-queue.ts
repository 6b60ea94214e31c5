import type { Clock } from "@veil/contracts/clock";
import type { EndedCertificate, PendingCertificate } from "../domain/pending-certificate.ts";

/** A stored call that waits for its certificate. */
export interface OpenedCall {
  readonly requestId: string;
  readonly pending: PendingCertificate;
}

/** Calls that this process has stored and leased itself, so that it need not read them again. */
export interface PendingQueue {
  enqueue(ended: EndedCertificate): void;
  /**
   * Takes all that is queued now. Each call returns the next batch, oldest first; an empty batch
   * means that they are drained. It skips calls whose lease has nearly ended: the process that
   * claims them certifies them.
   */
  batches(limit: number): () => readonly OpenedCall[];
}

interface QueuedCall extends OpenedCall {
  readonly untilMs: number;
}

/** Bounds the memory; calls beyond it are read from the store. */
const MAX_QUEUED = 4_096;

export function createPendingQueue(nowMs: Clock): PendingQueue {
  let queue: QueuedCall[] = [];
  return {
    enqueue({ requestId, opened: pending, leaseMs }) {
      if (pending === undefined || queue.length >= MAX_QUEUED) return;
      queue.push({ requestId, pending, untilMs: nowMs() + leaseMs / 2 });
    },
    batches(limit) {
      let left = queue;
      queue = [];
      return () => {
        left = left.filter(({ untilMs }) => nowMs() <= untilMs);
        const taken = left.slice(0, limit);
        left = left.slice(limit);
        return taken;
      };
    },
  };
}
