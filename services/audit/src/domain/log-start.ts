import type { Subtree, TreeHead } from "@veil/crypto";
import { type ChainHead, GENESIS } from "./chain.ts";

/** What the events that are there follow: nothing, or those that were pruned. */
export interface LogStart extends ChainHead {
  readonly subtrees: readonly Subtree[];
  /** Whether an older state, of no more events than were pruned, is one that the log had. */
  contains(older: TreeHead): Promise<boolean>;
}

/** @returns undefined when the first `size` events were not pruned as the log signed */
export type ReadLogStart = (size: number) => Promise<LogStart | undefined>;

const FIRST: LogStart = { ...GENESIS, subtrees: [], contains: async () => false };

/** For a log that was never pruned. */
export const readUnprunedStart: ReadLogStart = async (size) => (size === 0 ? FIRST : undefined);
