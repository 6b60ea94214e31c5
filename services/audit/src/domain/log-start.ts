import type { Subtree, TreeHead } from "@veil/crypto";
import { type ChainHead, GENESIS } from "./chain.ts";

/**
 * The state of the log before its first stored event: the empty log, or the log with only the
 * pruned events.
 */
export interface LogStart extends ChainHead {
  readonly subtrees: readonly Subtree[];
  /**
   * Returns whether the log once had the state `older`, which must not have more events than were
   * pruned.
   */
  contains(older: TreeHead): Promise<boolean>;
}

/**
 * Reads the start after `size` pruned events.
 * @returns undefined if the log has not signed that pruning
 */
export type ReadLogStart = (size: number) => Promise<LogStart | undefined>;

const FIRST: LogStart = { ...GENESIS, subtrees: [], contains: async () => false };

/** Returns the start of a log that was never pruned. */
export const readUnprunedStart: ReadLogStart = async (size) => (size === 0 ? FIRST : undefined);
