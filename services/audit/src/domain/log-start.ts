import type { Subtree, TreeHead } from "@veil/crypto";
import { type ChainHead, GENESIS } from "./chain.ts";

/** The state that the first stored event follows: the empty log, or the pruned events. */
export interface LogStart extends ChainHead {
  readonly subtrees: readonly Subtree[];
  /** Returns whether the log had the state `older`, which has no more events than were pruned. */
  contains(older: TreeHead): Promise<boolean>;
}

/** @returns undefined when the pruning of the first `size` events was not signed by the log */
export type ReadLogStart = (size: number) => Promise<LogStart | undefined>;

const FIRST: LogStart = { ...GENESIS, subtrees: [], contains: async () => false };

/** The start of a log that was never pruned. */
export const readUnprunedStart: ReadLogStart = async (size) => (size === 0 ? FIRST : undefined);
