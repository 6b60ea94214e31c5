import type { AuditEvent } from "@veil/contracts/audit";
import type { AuditQuery, QueriedEvent } from "@veil/contracts/audit-query";

/**
 * Audit events to be sent. Duties: a leased event is not leased again until its lease ends; it is
 * deleted only when the log has taken it; a refused one is kept and never leased again.
 */
export interface EventOutbox {
  /** Stores all events or none; those that it already has stay as they are. */
  add(events: readonly AuditEvent[]): Promise<void>;
  lease(limit: number, leaseMs: number): Promise<readonly AuditEvent[]>;
  /** Deletes events that the log has stored. */
  taken(eventIds: readonly string[]): Promise<void>;
  /** Keeps an event that the log will never accept, for the operator. */
  refused(eventId: string): Promise<void>;
  release(eventIds: readonly string[]): Promise<void>;
  /** Returns the newest waiting events in their order, leased or not. */
  waiting(limit: number): Promise<readonly AuditEvent[]>;
}

/** Events of an organization (`scope`) or customer (`subject`), with both ends of the time. */
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
