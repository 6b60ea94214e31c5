import { Option } from "@commander-js/extra-typings";
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
import { note } from "../../output/print.ts";
import type { Cli } from "../../program/cli.ts";
import { type CommandError, checkFailed, usageError } from "../../program/command-error.ts";
import { keyParser, several } from "../options.ts";
import { readBytes } from "../verify/read-bytes.ts";

export interface OlderCheckpoint {
  readonly older: Checkpoint;
  /**
   * Opens a note of the same log. Any of the keys may have signed it, because the log's key may
   * have been rotated since.
   * @throws CommandError
   */
  readonly open: (note: string) => Checkpoint;
}

/**
 * Reads the older checkpoint. Without keys, it verifies no signature and trusts the file about
 * which log it is from; in this case it prints a note.
 */
export async function readOlderCheckpoint(
  cli: Cli,
  file: string,
  keys: readonly NoteKey[] = [],
): Promise<OlderCheckpoint> {
  if (keys.length === 0) note(cli, UNSIGNED);
  const text = (await readBytes(file)).toString("utf8");
  const older = opened(text, keys, (message) => usageError(`${file}: ${message}`));
  if (older.size === 0) throw usageError(`${file}: Checkpoint: of an empty log`);
  return {
    older,
    open(later) {
      const refused = (message: string) => checkFailed(`the log's checkpoint: ${message}`);
      const present = opened(later, keys, refused);
      if (present.origin !== older.origin) throw refused("Checkpoint: of another log");
      return present;
    },
  };
}

function opened(
  signedNote: string,
  keys: readonly NoteKey[],
  refused: (message: string) => CommandError,
): Checkpoint {
  try {
    const { text, signatures } = parseSignedNote(signedNote);
    const [first] = keys;
    if (first === undefined) return parseCheckpoint(text);
    const named = keys.find(({ name, keyId }) =>
      signatures.some((each) => each.name === name && each.keyId === keyId),
    );
    return openCheckpoint(signedNote, named ?? first, verifyNoteBytes).checkpoint;
  } catch (error) {
    throw error instanceof VerificationError ? refused(error.message) : error;
  }
}

/** Returns the option for the log's keys, with which `readOlderCheckpoint` verifies. */
export function logKeyOption() {
  return new Option(
    "--log-key <NAME+ID+KEY>",
    "public key of the log, from a trusted source; several times",
  ).argParser(several(keyParser(parseVkey)));
}

/** An example key: the public key of RFC 8032, section 7.1, test 1. */
export const EXAMPLE_LOG_KEY =
  "ai.example.org/audit+853b4585+AddamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea";

const UNSIGNED =
  "Without --log-key the log's signatures are not verified: that the file is the log's own is taken from you.";
