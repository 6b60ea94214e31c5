import type { Pruning } from "@veil/veil/log";
import type { ReadNodes } from "../domain/log-tree.ts";

export interface StoredCheckpoint {
  readonly size: number;
  /** The log is the only signer. */
  readonly note: string;
  readonly cosignatures: readonly StoredCosignature[];
}

export interface StoredCosignature {
  /** Name and key id of the witness. */
  readonly witness: string;
  /** A signature line with its line end. */
  readonly line: string;
  /** Seconds since 1970. */
  readonly time: number;
}

/** Events that a checkpoint must prove, by the indexes of their leaves. */
interface Covering {
  readonly first: number;
  readonly last: number;
  /** Names and key ids of witnesses. */
  readonly cosignedBy: readonly string[];
}

/** The log's statement before its first `size` events are deleted. */
export interface StoredPruning {
  readonly size: number;
  /** The log signs it. */
  readonly note: string;
}

/** The data that an event's leaf is computed from. */
export interface LocatedEvent {
  readonly seq: number;
  readonly prevHash: Uint8Array;
  readonly canonical: string;
}

/** A time stamp of a time-stamping authority (RFC 3161). */
export interface KeptTimeStamp {
  readonly size: number;
  /** The reply as the authority sent it, over the checkpoint's `note`. */
  readonly reply: Uint8Array;
  readonly keptAt: Date;
}

/**
 * Duties of every adapter:
 * - a time stamp is durable when `addTimeStamp` resolves; if the size already has one, the first
 *   one stays;
 * - its checkpoint is never forgotten.
 */
export interface TimeStampStore {
  /** @throws when there is no checkpoint of that size */
  addTimeStamp(stamp: KeptTimeStamp): Promise<void>;
  /** The time stamp of the largest size. */
  latestTimeStamp(): Promise<Omit<KeptTimeStamp, "reply"> | undefined>;
  /** The time stamp of the smallest size that is at least `size`. */
  timeStampFrom(
    size: number,
  ): Promise<(Omit<KeptTimeStamp, "keptAt"> & Pick<StoredCheckpoint, "note">) | undefined>;
}

/**
 * The tree above the log, and the log's signed statements about it. Duties of every adapter:
 * - the tree has the log's events in their order, and never one that is not committed;
 * - a node never changes;
 * - a checkpoint is durable when `add` resolves; if the size already has one, the first one stays;
 * - named checkpoints and the last one are never forgotten;
 * - a pruning is durable when `addPruning` resolves; if the size already has one, the first one
 *   stays;
 * - the tree stays when its events are deleted: every root, and every proof of events that are
 *   there.
 */
export interface CheckpointStore extends TimeStampStore {
  /** Takes up to 65536 new events into the tree, unless another replica does. @returns the tree's size */
  grow(): Promise<number>;
  readonly nodes: ReadNodes;
  add(checkpoint: {
    readonly size: number;
    readonly note: string;
    readonly at: Date;
  }): Promise<void>;
  latest(): Promise<StoredCheckpoint | undefined>;
  /** Also replaces an older cosignature of that witness. */
  cosign(size: number, cosignature: StoredCosignature): Promise<void>;
  /**
   * Chooses among the newest checkpoints that cover the first event and that all of `cosignedBy`
   * cosigned: the one with the most cosignatures, then one that covers the last event too, then one
   * that was named before. The store keeps it from then on.
   */
  name(covering: Covering): Promise<StoredCheckpoint | undefined>;
  /** Results are in the order of the ids; undefined when an event is not in the log. */
  locate(eventIds: readonly string[]): Promise<readonly (LocatedEvent | undefined)[]>;
  addPruning(pruning: StoredPruning): Promise<void>;
  /** The pruning of the largest size that is at most `size`. */
  pruningUpTo(size: number): Promise<StoredPruning | undefined>;
  /**
   * Removes checkpoints that `name` never returned, that are not the last of their day, and that
   * have no time stamp.
   */
  forget(): Promise<void>;
}

/** The events differ from those that were signed, or are younger. */
export class PruningRefusedError extends Error {
  override readonly name = "PruningRefusedError";
}

/** The store for the owner's command. It carries out a pruning whole or not at all. */
export interface Prunings {
  /** Prunings under which nothing was deleted yet, the smallest first. */
  waiting(): Promise<readonly StoredPruning[]>;
  /** @returns the number of deleted events. @throws PruningRefusedError, and then nothing is deleted */
  carryOut(pruning: Pruning, notBefore: Date): Promise<number>;
}
