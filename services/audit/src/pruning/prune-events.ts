import type { Clock } from "@veil/contracts/clock";
import { VerificationError } from "@veil/crypto";
import { verifyNoteBytes } from "@veil/veil";
import { type NoteKey, openPruning, type Pruning } from "@veil/veil/log";
import {
  type ArchiveEvents,
  PruningRefusedError,
  type Prunings,
  type StoredPruning,
} from "../checkpoints/checkpoint-ports.ts";

const DAY_MS = 86_400_000;

interface PruneDeps {
  readonly prunings: Prunings;
  /** The log's keys, which must come from a trusted source. */
  readonly keys: readonly NoteKey[];
  readonly days: number;
  /** Undefined when pruned events are not archived. */
  readonly archiveEvents: ArchiveEvents | undefined;
  readonly nowMs: Clock;
}

interface PruneResult {
  readonly pruned: number;
  /** The first pruning that was refused. Later prunings are not carried out. */
  readonly refused?: { readonly size: number; readonly reason: string };
}

/**
 * Carries out the signed prunings, the oldest first. Each pruning is carried out completely or not
 * at all.
 */
export async function pruneEvents(deps: PruneDeps): Promise<PruneResult> {
  const { prunings, keys, days, archiveEvents, nowMs } = deps;
  const notBefore = new Date(nowMs() - days * DAY_MS);
  let pruned = 0;
  for (const waiting of await prunings.waiting())
    try {
      const pruning = signedPruning(waiting, keys);
      await archiveEvents?.(waiting, pruning, notBefore);
      pruned += await prunings.carryOut(pruning, notBefore);
    } catch (error) {
      const { size } = waiting;
      if (error instanceof VerificationError || error instanceof PruningRefusedError)
        return { pruned, refused: { size, reason: error.message } };
      throw error;
    }
  return { pruned };
}

/** Verifies and parses a pruning. @throws VerificationError */
function signedPruning({ size, note }: StoredPruning, keys: readonly NoteKey[]): Pruning {
  const pruning = openPruning(note, keys, verifyNoteBytes);
  if (pruning.size !== size)
    throw new VerificationError("malformed", "Pruning: another number of events is signed");
  return pruning;
}
