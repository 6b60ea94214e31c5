import type { AuditEvent } from "@veil/contracts/audit";

/** `refused`: the log will never take this batch. */
export type BatchVerdict = "taken" | "refused";

/** Audit events on their way out. Duties: an event goes only when it was taken; a refused one is set aside. */
export interface EventOutbox {
  /**
   * Hands the oldest events to `send`. Taken: they are forgotten. Refused: a batch of one is set aside, a
   * larger one stays, to be tried in parts. Rejected: all stay.
   */
  drain(
    limit: number,
    send: (events: readonly AuditEvent[]) => Promise<BatchVerdict>,
  ): Promise<{ readonly sent: number; readonly verdict: BatchVerdict }>;
}
