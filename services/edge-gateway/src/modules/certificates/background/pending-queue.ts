import type { Clock } from "@veil/contracts/clock";
import type { CertificateRecord, EndedCertificate } from "../domain/pending-certificate.ts";

/** A stored call that is waiting for its certificate. */
export interface OpenedCall {
  readonly requestId: string;
  readonly record: CertificateRecord;
  /** Set if the previous version stored the call. Its record must be stored. */
  readonly isEarlier?: true;
}

/**
 * The calls that this process has itself stored and leased, so that it does not need to read them
 * again.
 */
export interface PendingQueue {
  enqueue(ended: EndedCertificate): void;
  /**
   * Removes everything that is queued now. Returns a function that returns the next batch, oldest
   * calls first, and an empty batch at the end. The returned function skips calls whose lease will
   * soon expire, because the process that claims them after that will certify them.
   */
  batches(limit: number): () => readonly OpenedCall[];
}

interface QueuedCall extends OpenedCall {
  readonly untilMs: number;
}

/** Limits the memory. Calls beyond this number are read from the database. */
const MAX_QUEUED = 4_096;

export function createPendingQueue(nowMs: Clock): PendingQueue {
  let queue: QueuedCall[] = [];
  return {
    enqueue({ requestId, opened: record, leaseMs }) {
      if (record === undefined || queue.length >= MAX_QUEUED) return;
      queue.push({ requestId, record, untilMs: nowMs() + leaseMs / 2 });
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
