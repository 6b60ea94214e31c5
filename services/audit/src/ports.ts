import type { AuditEvent } from "@veil/contracts/audit";
import type { ChainHead, ChainRow } from "./domain/chain.ts";
import type { SealedRefusal } from "./domain/refused-events.ts";

/** What the store itself says about who may change the log. */
export interface StoreProtection {
  /** The role that the service runs as may insert, update, delete or truncate. */
  readonly roleMayRewrite: boolean;
  /** The triggers that refuse changes fire, whatever mode a session is in. */
  readonly triggersArmed: boolean;
}

/**
 * The append-only log. Duties of every adapter:
 * - `append` is durable when it resolves, puts the events at the end in their order, numbers them without
 *   gaps, and chains them as domain/chain.ts says, also when several replicas append at once;
 * - an event whose `event_id` is in the log already is skipped;
 * - a batch is appended whole or not at all;
 * - what `setAside` resolved for is kept, durably, beside the chain.
 */
export interface EventStore {
  /**
   * @param events 1 to 256.
   * @returns how many were new.
   * @throws RefusedEventError when an event can never be appended; any other error may pass.
   */
  append(events: readonly AuditEvent[]): Promise<number>;
  /** @param refused 1 to 256. They may come again: twice is better than never. */
  setAside(refused: readonly SealedRefusal[]): Promise<void>;
  /** The end of the chain, and the greatest seq that an event has: the same unless somebody tampered. */
  head(): Promise<ChainHead & { readonly greatestSeq: number }>;
  /** At most `limit` events after `seq`, in order. */
  readAfter(seq: number, limit: number): Promise<readonly ChainRow[]>;
  protection(): Promise<StoreProtection>;
}
