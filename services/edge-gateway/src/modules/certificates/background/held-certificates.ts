import type { Clock } from "@veil/contracts/clock";
import type { EndedCertificate, PendingCertificate } from "../domain/pending-certificate.ts";

/** A stored call that waits for its certificate. */
export interface OpenedCall {
  readonly requestId: string;
  readonly pending: PendingCertificate;
}

/** What this process has stored itself, leased to it: it need not be read again. */
export interface HeldCertificates {
  hold(ended: EndedCertificate): void;
  /**
   * Each call returns the next batch of what is held now, oldest first; an empty batch means that the queue is drained.
   * Those whose lease has nearly ended are left to the process that claims them.
   */
  batches(limit: number): () => readonly OpenedCall[];
}

interface Held extends OpenedCall {
  readonly untilMs: number;
}

/** More are left to be read again: they take memory. */
const HELD_MAX = 4_096;

export function createHeldCertificates(nowMs: Clock): HeldCertificates {
  let held: Held[] = [];
  return {
    hold({ requestId, opened: pending, leaseMs }) {
      if (pending === undefined || held.length >= HELD_MAX) return;
      held.push({ requestId, pending, untilMs: nowMs() + leaseMs / 2 });
    },
    batches(limit) {
      let left = held;
      held = [];
      return () => {
        left = left.filter(({ untilMs }) => nowMs() <= untilMs);
        const taken = left.slice(0, limit);
        left = left.slice(limit);
        return taken;
      };
    },
  };
}
