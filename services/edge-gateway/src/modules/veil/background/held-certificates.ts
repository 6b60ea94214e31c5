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
  /** The oldest first. Those whose lease has nearly ended are left to the process that claims them. */
  take(limit: number): readonly OpenedCall[];
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
    take(limit) {
      const taken = held.slice(0, limit);
      held = held.slice(limit);
      return taken.filter(({ untilMs }) => nowMs() <= untilMs);
    },
  };
}
