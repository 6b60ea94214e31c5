import type { Pruning } from "@veil/veil/log";
import type { ReadNodes } from "../domain/log-tree.ts";

export interface StoredCheckpoint {
  readonly size: number;
  /** The checkpoint as a signed note. The log is its only signer. */
  readonly note: string;
  readonly cosignatures: readonly StoredCosignature[];
}

export interface StoredCosignature {
  /** The name and key id of the witness. */
  readonly witness: string;
  /** The signature line, including its newline. */
  readonly line: string;
  /** The time of the cosignature, in seconds since 1970. */
  readonly time: number;
}

/**
 * The range of events that a checkpoint must prove, as leaf indexes, and the cosignatures that it
 * must have.
 */
interface Covering {
  readonly first: number;
  readonly last: number;
  /** The names and key ids of the witnesses whose cosignatures are required. */
  readonly cosignedBy: readonly string[];
}

/** The log's signed permission to delete its first `size` events. */
export interface StoredPruning {
  readonly size: number;
  /** The signed note with the pruning. */
  readonly note: string;
}

/** The data from which an event's leaf is computed. */
export interface LocatedEvent {
  readonly seq: number;
  readonly prevHash: Uint8Array;
  readonly canonical: string;
}

/** A time stamp of a time-stamping authority (RFC 3161). */
export interface KeptTimeStamp {
  readonly size: number;
  /** The unchanged reply of the authority, which stamps the checkpoint's `note`. */
  readonly reply: Uint8Array;
  readonly keptAt: Date;
}

/**
 * Duties of every adapter:
 * - a time stamp is durable when `addTimeStamp` resolves; if the size already has one, the first
 *   one stays;
 * - the stamped checkpoint is never forgotten.
 */
export interface TimeStampStore {
  /** @throws when no checkpoint of that size exists */
  addTimeStamp(stamp: KeptTimeStamp): Promise<void>;
  /** Returns the time stamp with the largest size. */
  latestTimeStamp(): Promise<Omit<KeptTimeStamp, "reply"> | undefined>;
  /** Returns the time stamp with the smallest size that is at least `size`. */
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
 * - after events are deleted, the tree still has every root, and every proof of the remaining
 *   events.
 */
export interface CheckpointStore extends TimeStampStore {
  /**
   * Adds up to 65536 new events to the tree, unless another replica is doing so.
   * @returns the tree's size
   */
  grow(): Promise<number>;
  readonly nodes: ReadNodes;
  add(checkpoint: {
    readonly size: number;
    readonly note: string;
    readonly at: Date;
  }): Promise<void>;
  latest(): Promise<StoredCheckpoint | undefined>;
  /** Stores a cosignature. Replaces an older cosignature of the same witness. */
  cosign(size: number, cosignature: StoredCosignature): Promise<void>;
  /**
   * Chooses one of the newest checkpoints that cover the first event and that all of `cosignedBy`
   * have cosigned. Prefers the one with the most cosignatures, then one that also covers the last
   * event, then one that was named before. The store never forgets a named checkpoint.
   */
  name(covering: Covering): Promise<StoredCheckpoint | undefined>;
  /**
   * Returns the events in the order of the ids, with undefined for an event that is not in the log.
   */
  locate(eventIds: readonly string[]): Promise<readonly (LocatedEvent | undefined)[]>;
  addPruning(pruning: StoredPruning): Promise<void>;
  /** Returns the pruning with the largest size that is at most `size`. */
  pruningUpTo(size: number): Promise<StoredPruning | undefined>;
  /**
   * Removes old checkpoints that `name` has never returned, that are not the last of their day, and
   * that have no time stamp.
   */
  forget(): Promise<void>;
}

/** Thrown when the events differ from those in the signed pruning or are too young. */
export class PruningRefusedError extends Error {
  override readonly name = "PruningRefusedError";
}

/** The place with the archives of pruned events. */
export interface Archives {
  /**
   * Writes an archive, unless a file of that name exists. When it resolves, the archive is durable;
   * a file of that name is never incomplete. Only its owner may read it.
   */
  add(name: string, lines: AsyncIterable<string>): Promise<void>;
  /** Reads an archive, decompressed. @throws VerificationError when it is not a complete file */
  read(name: string): AsyncIterable<Uint8Array>;
}

/** The reason of a refusal when the stored events do not fit the signed pruning. */
export const OTHER_EVENTS = "the events are not those that were signed, or too young";

/**
 * Writes the archive of a pruning's events before they are deleted.
 * - When it resolves, the archive is durable and verified.
 * - If a complete archive of the same pruning exists, that one is verified and stays.
 * @throws PruningRefusedError when the events cannot be archived as the log signed them, or a
 * different file has the archive's name
 */
export type ArchiveEvents = (
  stored: StoredPruning,
  pruning: Pruning,
  notBefore: Date,
) => Promise<void>;

/**
 * The store that the owner's `prune` command uses. A pruning is carried out completely or not at
 * all.
 */
export interface Prunings {
  /** Returns the prunings that were not carried out yet, the smallest first. */
  waiting(): Promise<readonly StoredPruning[]>;
  /**
   * Deletes the events of a pruning.
   * @returns the number of deleted events
   * @throws PruningRefusedError, in which case nothing is deleted
   */
  carryOut(pruning: Pruning, notBefore: Date): Promise<number>;
}
