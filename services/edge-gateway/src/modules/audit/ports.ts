import type { AuditEvent } from "@veil/contracts/audit";

/**
 * Audit events on their way out. Duties: a claimed event is nobody else's until its lease ends; it goes only when it was
 * taken; a refused one is never claimed again, and not lost.
 */
export interface EventOutbox {
  /** The oldest ones that nobody has, in their order. */
  claim(limit: number, leaseMs: number): Promise<readonly AuditEvent[]>;
  /** The log has them: they are forgotten. */
  taken(eventIds: readonly string[]): Promise<void>;
  /** The log will never take it: it is kept for the operator. */
  refused(eventId: string): Promise<void>;
  /** Gives them back. */
  release(eventIds: readonly string[]): Promise<void>;
}
