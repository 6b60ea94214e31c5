import { InvalidArgumentError } from "@commander-js/extra-typings";
import { VerificationError } from "@veil/crypto";
import { verifyNoteBytes } from "@veil/veil";
import {
  type Checkpoint,
  type NoteKey,
  openCheckpoint,
  parseCheckpoint,
  parseSignedNote,
  parseVkey,
} from "@veil/veil/log";
import { checkFailed, usageError } from "../../program/command-error.ts";
import { readBytes } from "../verify/read-bytes.ts";

export interface OlderCheckpoint {
  readonly older: Checkpoint;
  /** Of the same log, by the same key. @throws CommandError */
  readonly open: (note: string) => Checkpoint;
}

/** Without a key, signatures are not verified, and the file alone says which log it is. */
export async function readOlderCheckpoint(file: string, key?: NoteKey): Promise<OlderCheckpoint> {
  const older = opened((await readBytes(file)).toString("utf8"), key);
  if (older instanceof VerificationError) throw usageError(`${file}: ${older.message}`);
  if (older.size === 0) throw usageError(`${file}: Checkpoint: of an empty log`);
  return {
    older,
    open(note) {
      const present = opened(note, key);
      if (present instanceof VerificationError)
        throw checkFailed(`the log's checkpoint: ${present.message}`);
      if (present.origin !== older.origin)
        throw checkFailed("the log's checkpoint: Checkpoint: of another log");
      return present;
    },
  };
}

function opened(note: string, key: NoteKey | undefined): Checkpoint | VerificationError {
  try {
    return key === undefined
      ? parseCheckpoint(parseSignedNote(note).text)
      : openCheckpoint(note, key, verifyNoteBytes).checkpoint;
  } catch (error) {
    if (error instanceof VerificationError) return error;
    throw error;
  }
}

/** An option's value. */
export function logKey(text: string): NoteKey {
  try {
    return parseVkey(text);
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    throw new InvalidArgumentError(`${error.message}.`);
  }
}

/** The key of RFC 8032, section 7.1, test 1. */
export const EXAMPLE_LOG_KEY =
  "ai.example.org/audit+853b4585+AddamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea";

export const UNSIGNED =
  "Without --log-key the log's signatures are not verified: that the file is the log's own is taken from you.";
