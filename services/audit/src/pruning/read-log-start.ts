import {
  createGrowingRoot,
  type TreeHead,
  VerificationError,
  verifyConsistency,
} from "@veil/crypto";
import { verifyNoteBytes } from "@veil/veil";
import { type NoteKey, openPruning, type Pruning } from "@veil/veil/log";
import type { CheckpointStore } from "../checkpoints/checkpoint-ports.ts";
import { type ReadLogStart, readUnprunedStart } from "../domain/log-start.ts";
import { createLogTree, type LogTree, MissingNodeError } from "../domain/log-tree.ts";

/**
 * Creates the function that reads the start of a pruned log.
 * @param keys - the log's keys, from a trusted source
 */
export function createLogStart(
  checkpoints: Pick<CheckpointStore, "nodes" | "pruningUpTo">,
  keys: readonly NoteKey[],
): ReadLogStart {
  const tree = createLogTree(checkpoints.nodes);
  return async function readLogStart(size) {
    if (size === 0) return await readUnprunedStart(size);
    const stored = await checkpoints.pruningUpTo(size);
    const pruning = stored?.size === size ? opened(stored.note, keys) : undefined;
    if (pruning?.size !== size) return undefined;
    const subtrees = await ifComplete(tree.subtrees(size));
    if (subtrees === undefined || !same(createGrowingRoot(subtrees).root(), pruning.root))
      return undefined;
    return {
      ...{ seq: size, hash: pruning.chainHash, subtrees },
      contains: (older) => isContained(older, pruning, tree),
    };
  };
}

function opened(note: string, keys: readonly NoteKey[]): Pruning | undefined {
  try {
    return openPruning(note, keys, verifyNoteBytes);
  } catch (error) {
    if (error instanceof VerificationError) return undefined;
    throw error;
  }
}

async function isContained(older: TreeHead, pruning: Pruning, tree: LogTree): Promise<boolean> {
  const path = await ifComplete(tree.consistency(older.size, pruning.size));
  return path !== undefined && verifyConsistency({ from: older, to: pruning, path });
}

/** @returns the value, or undefined when a node of the tree is missing */
async function ifComplete<T>(nodes: Promise<T>): Promise<T | undefined> {
  return await nodes.catch((error: unknown) => {
    if (error instanceof MissingNodeError) return undefined;
    throw error;
  });
}

function same(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
