import { type TreeHead, VerificationError, verifyConsistency } from "@veil/crypto";
import { verifyNoteBytes } from "@veil/veil";
import {
  type Checkpoint,
  type NoteKey,
  openCheckpointOf,
  parseSignedNote,
  verifyCosignature,
} from "@veil/veil/log";

/**
 * Verifies a checkpoint with the keys of the trust bundle.
 * @param logKeys - the public keys that may sign checkpoints
 * @throws VerificationError `unknown_key` when none of the keys signed it, `bad_signature`,
 * `malformed`
 */
export function openTrusted(note: string, logKeys: readonly Uint8Array[]): Checkpoint {
  return openCheckpointOf(note, logKeys, verifyNoteBytes);
}

/**
 * Returns how a checkpoint contradicts an earlier one of the same log. Undefined if the log only
 * grew.
 */
export function contradiction(
  earlier: TreeHead,
  present: TreeHead,
  path: readonly Uint8Array[],
): string | undefined {
  if (present.size < earlier.size)
    return `The log had ${earlier.size} entries and now has ${present.size}`;
  if (verifyConsistency({ from: earlier, to: present, path })) return undefined;
  return `The first ${earlier.size} entries of the log are not those that it had before`;
}

/**
 * Returns when the witness cosigned the checkpoint. Undefined if it did not, or if its signature is
 * wrong.
 */
export function witnessedAt(note: string, witness: NoteKey): Date | undefined {
  try {
    return new Date(verifyCosignature(parseSignedNote(note), witness, verifyNoteBytes) * 1_000);
  } catch (error) {
    if (error instanceof VerificationError) return undefined;
    throw error;
  }
}
