import { type TreeHead, VerificationError } from "@veil/crypto/portable";
import { decodeBase64, encodeBase64 } from "./base64.ts";
import type { NoteKey } from "./note-key.ts";
import {
  type NoteSigner,
  parseSignedNote,
  type SignedNote,
  signText,
  type VerifyBytes,
  verifyText,
  writeSignedNote,
} from "./signed-note.ts";

/** The state of a log (C2SP tlog-checkpoint). */
export interface Checkpoint extends TreeHead {
  /** Identifies the log by the name of its key. */
  readonly origin: string;
}

const ROOT_BYTES = 32;
const SIZE = /^(?:0|[1-9]\d{0,15})$/;

export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${encodeBase64(root)}\n`;
}

/**
 * Accepts extension lines, which are signed like the others, and ignores them.
 * @throws VerificationError `malformed`
 */
export function parseCheckpoint(text: string): Checkpoint {
  const [origin = "", size = "", root = "", ...extensions] = text.slice(0, -1).split("\n");
  const sound = text.endsWith("\n") && origin !== "" && !extensions.includes("") && isSize(size);
  const bytes = decodeBase64(root, "Checkpoint");
  if (!sound || bytes.length !== ROOT_BYTES)
    throw new VerificationError("malformed", "Checkpoint: not origin, size and root");
  return { origin, size: Number(size), root: bytes };
}

/** Returns whether the text is a decimal number of leaves. */
export function isSize(text: string): boolean {
  return SIZE.test(text) && Number.isSafeInteger(Number(text));
}

/** Takes the origin from the name of the signing key. */
export function signCheckpoint(head: TreeHead, signer: NoteSigner): string {
  const text = checkpointText({ ...head, origin: signer.key.name });
  return writeSignedNote({ text, signatures: [signText(text, signer)] });
}

/**
 * @param log - from a trusted source
 * @throws VerificationError `malformed`, `unknown_key`, `bad_signature`, `unsupported_algorithm`; `wrong_origin` for another log
 */
export function openCheckpoint(
  note: string,
  log: NoteKey,
  verify: VerifyBytes,
): SignedNote & { readonly checkpoint: Checkpoint } {
  const signed = parseSignedNote(note);
  verifyText(signed, log, verify);
  const checkpoint = parseCheckpoint(signed.text);
  if (checkpoint.origin !== log.name)
    throw new VerificationError("wrong_origin", "Checkpoint: of another log");
  return { ...signed, checkpoint };
}
