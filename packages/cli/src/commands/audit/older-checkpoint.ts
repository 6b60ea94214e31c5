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
import { type CommandError, checkFailed, usageError } from "../../program/command-error.ts";
import { readBytes } from "../verify/read-bytes.ts";

export interface OlderCheckpoint {
  readonly older: Checkpoint;
  /** Of the same log, by one of the keys: they may have been rotated. @throws CommandError */
  readonly open: (note: string) => Checkpoint;
}

/** Without keys, signatures are not verified, and the file alone says which log it is. */
export async function readOlderCheckpoint(
  file: string,
  keys: readonly NoteKey[] = [],
): Promise<OlderCheckpoint> {
  const note = (await readBytes(file)).toString("utf8");
  const older = opened(note, keys, (message) => usageError(`${file}: ${message}`));
  if (older.size === 0) throw usageError(`${file}: Checkpoint: of an empty log`);
  return {
    older,
    open(text) {
      const refused = (message: string) => checkFailed(`the log's checkpoint: ${message}`);
      const present = opened(text, keys, refused);
      if (present.origin !== older.origin) throw refused("Checkpoint: of another log");
      return present;
    },
  };
}

function opened(
  note: string,
  keys: readonly NoteKey[],
  refused: (message: string) => CommandError,
): Checkpoint {
  try {
    const { text, signatures } = parseSignedNote(note);
    const [first] = keys;
    if (first === undefined) return parseCheckpoint(text);
    const named = keys.find(({ name, keyId }) =>
      signatures.some((each) => each.name === name && each.keyId === keyId),
    );
    return openCheckpoint(note, named ?? first, verifyNoteBytes).checkpoint;
  } catch (error) {
    throw error instanceof VerificationError ? refused(error.message) : error;
  }
}

/** An option's values. */
export function logKeys(text: string, before: readonly NoteKey[] = []): readonly NoteKey[] {
  try {
    return [...before, parseVkey(text)];
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
