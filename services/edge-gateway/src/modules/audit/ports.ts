import type { AuditEvent } from "@veil/contracts/audit";
import type { LogLeaves, LogTimeStamp } from "@veil/contracts/audit-log";
import type { AuditQuery, QueriedEvent } from "@veil/contracts/audit-query";
import type { AuditVerification } from "@veil/contracts/audit-verification";
import type { AuditCheckpointResponse } from "@veil/contracts/public/admin";

/**
 * Audit events that are to be sent. Duties: a leased event is not leased again until its lease has
 * expired; it is deleted only after the log has stored it; a refused event is kept but never leased
 * again.
 */
export interface EventOutbox {
  /**
   * Stores all events or none, leased for the caller's process, which sends them from memory.
   * Events that already exist do not change.
   */
  add(events: readonly AuditEvent[]): Promise<void>;
  lease(limit: number, leaseMs: number): Promise<readonly AuditEvent[]>;
  /** Deletes events that the log has stored. */
  taken(eventIds: readonly string[]): Promise<void>;
  /** Keeps an event that the log will never accept, for the operator. */
  refused(eventId: string): Promise<void>;
  release(eventIds: readonly string[]): Promise<void>;
  /** Returns the newest waiting events in order, whether they are leased or not. */
  waiting(limit: number): Promise<readonly AuditEvent[]>;
}

/**
 * Selects events of an organization (`scope`) or a customer (`subject`) in a period that includes
 * both of its ends.
 */
export interface TrailQuery extends Pick<AuditQuery, "by" | "owner"> {
  readonly since: Date;
  readonly until: Date;
  readonly type?: string | undefined;
}

/** Reads the log of the audit service. */
export interface AuditLog {
  /** Returns at most `max` events, newest first. @returns undefined if the log cannot be read */
  newest(query: TrailQuery, max: number): Promise<readonly QueriedEvent[] | undefined>;
}

/**
 * Reads the proofs of the audit log. All methods throw ApiError `audit_unavailable` when the audit
 * service does not respond.
 */
export interface LogReader {
  /**
   * @param from - the size of an earlier checkpoint, from which consistency is proven
   * @returns undefined if there is no checkpoint yet
   */
  checkpoint(from: number | undefined): Promise<AuditCheckpointResponse | undefined>;
  /**
   * Returns the proof, in base64, that the log of size `to` begins with the log of size `from`.
   * Both sizes are at least 1.
   */
  consistency(from: number, to: number): Promise<readonly string[]>;
  leaves(after: number): Promise<LogLeaves>;
  /**
   * Returns the earliest time stamp that covers the first `size` events, or without `size` the
   * newest one. Undefined if there is none.
   */
  timeStamp(size?: number): Promise<LogTimeStamp | undefined>;
  /** Verifies the newest events. */
  verify(newest: number): Promise<AuditVerification>;
}
