import type { AuditEvent } from "@veil/contracts/audit";
import type { AuditQuery, QueriedEvent } from "@veil/contracts/audit-query";

/**
 * Audit events to be sent. Duties: a leased event is not leased again until its lease ends; it is deleted only when
 * the log has taken it; a refused one is kept and never leased again.
 */
export interface EventOutbox {
  /** Stores all of them or none; those that it has already stay as they are. */
  add(events: readonly AuditEvent[]): Promise<void>;
  lease(limit: number, leaseMs: number): Promise<readonly AuditEvent[]>;
  /** The log has stored them; deletes them. */
  taken(eventIds: readonly string[]): Promise<void>;
  /** The log will never accept it; it is kept for the operator. */
  refused(eventId: string): Promise<void>;
  release(eventIds: readonly string[]): Promise<void>;
  /** The newest events that wait, leased or not; in their order. */
  waiting(limit: number): Promise<readonly AuditEvent[]>;
}

/** Which events of an organization (`scope`) or of a customer (`subject`); both ends of the time are included. */
export interface TrailQuery extends Pick<AuditQuery, "by" | "owner"> {
  readonly since: Date;
  readonly until: Date;
  readonly type?: string | undefined;
}

/** The audit service's log. */
export interface AuditLog {
  /** Newest first, at most `max`. @returns undefined when the log cannot be read */
  newest(query: TrailQuery, max: number): Promise<readonly QueriedEvent[] | undefined>;
}
