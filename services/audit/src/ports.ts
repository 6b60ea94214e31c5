import type { AuditEvent } from "@veil/contracts/audit";
import type { AuditQuery, AuditQueryResponse } from "@veil/contracts/audit-query";
import type { ChainHead, ChainRow } from "./domain/chain.ts";
import type { SealedRefusal } from "./domain/refused-events.ts";

/** The store's own answer on who may change the log. */
export interface StoreProtection {
  /** The service's role may insert, update, delete or truncate. */
  readonly roleMayRewrite: boolean;
  /** The triggers that refuse changes are enabled in every session mode. */
  readonly triggersArmed: boolean;
}

/**
 * The append-only log. Duties of every adapter:
 * - `append` is durable when it resolves, adds the events in order, without gaps in the numbers, and chained as in
 * domain/chain.ts, also under concurrent appends of replicas;
 * - an event whose `event_id` is in the log is skipped;
 * - a batch is appended whole or not at all;
 * - dead letters are durable when `keepDeadLetters` resolves.
 */
export interface EventStore {
  /**
   * @param events 1 to 256
   * @returns the number of new events
   * @throws RefusedEventError when an event can never be appended; any other error may be temporary
   */
  append(events: readonly AuditEvent[]): Promise<number>;
  /** @param refused 1 to 256. May contain repetitions. */
  keepDeadLetters(refused: readonly SealedRefusal[]): Promise<void>;
  /** The end of the chain, and the greatest seq: they are equal unless someone tampered. */
  head(): Promise<ChainHead & { readonly greatestSeq: number }>;
  /** Returns at most `limit` events after `seq`, in order. */
  readAfter(seq: number, limit: number): Promise<readonly ChainRow[]>;
  /** Returns events of one organization or one customer, newest first by time and then by seq. */
  newest(query: AuditQuery): Promise<AuditQueryResponse>;
  protection(): Promise<StoreProtection>;
}
