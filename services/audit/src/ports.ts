import type { AuditEvent } from "@veil/contracts/audit";
import type { AuditQuery, AuditQueryResponse } from "@veil/contracts/audit-query";
import type { ChainHead, ChainRow } from "./domain/chain.ts";
import type { SealedRefusal } from "./domain/refused-events.ts";

/** Who may change the log, as reported by the store. */
export interface StoreProtection {
  /** True if the service's role may insert, update, delete or truncate. */
  readonly roleMayRewrite: boolean;
  /** True if the triggers that refuse changes are enabled in every session mode. */
  readonly triggersArmed: boolean;
}

/**
 * The append-only log. Duties of every adapter:
 * - when `append` resolves, the events are durable; it adds them in order, numbered without gaps
 *   and chained as in domain/chain.ts, even if replicas append concurrently;
 * - an event whose `event_id` is already in the log is skipped;
 * - a batch is appended completely or not at all;
 * - dead letters are durable when `keepDeadLetters` resolves.
 */
export interface EventStore {
  /**
   * @param events 1 to 256 events
   * @returns the number of new events
   * @throws RefusedEventError when an event can never be appended; any other error may be temporary
   */
  append(events: readonly AuditEvent[]): Promise<number>;
  /** @param refused 1 to 256 refusals, which may contain repetitions */
  keepDeadLetters(refused: readonly SealedRefusal[]): Promise<void>;
  /**
   * Returns the head of the chain and the greatest seq, which are equal unless someone tampered
   * with the log.
   */
  head(): Promise<ChainHead & { readonly greatestSeq: number }>;
  /** Returns at most `limit` events after `seq`, in order. */
  readAfter(seq: number, limit: number): Promise<readonly ChainRow[]>;
  /**
   * Returns the events of one organization or one customer, newest first by time and then by seq.
   */
  newest(query: AuditQuery): Promise<AuditQueryResponse>;
  protection(): Promise<StoreProtection>;
}
