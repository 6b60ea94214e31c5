import type { AuditEvent } from "@veil/contracts/audit";

/**
 * Audit events to be sent. Duties: a claimed event is not claimed again until its lease ends; it is deleted only when
 * the log has taken it; a refused one is kept and never claimed again.
 */
export interface EventOutbox {
  /** Stores all of them or none; those that it has already stay as they are. */
  add(events: readonly AuditEvent[]): Promise<void>;
  claim(limit: number, leaseMs: number): Promise<readonly AuditEvent[]>;
  /** The log has stored them; deletes them. */
  taken(eventIds: readonly string[]): Promise<void>;
  /** The log will never accept it; it is kept for the operator. */
  refused(eventId: string): Promise<void>;
  release(eventIds: readonly string[]): Promise<void>;
}
