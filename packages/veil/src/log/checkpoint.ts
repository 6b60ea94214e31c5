import { type TreeHead, VerificationError } from "@veil/crypto/portable";
import { decodeBase64, encodeBase64 } from "./base64.ts";
import { type NoteKey, noteKey } from "./note-key.ts";
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
  /** The name of the log's key, which identifies the log. */
  readonly origin: string;
}

const ROOT_BYTES = 32;
const SIZE = /^(?:0|[1-9]\d{0,15})$/;

export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${encodeBase64(root)}\n`;
}

/**
 * Parses the text of a checkpoint. It accepts and ignores extension lines, which the signature also
 * covers.
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

/** Returns whether the text is a valid tree size in decimal. */
export function isSize(text: string): boolean {
  return SIZE.test(text) && Number.isSafeInteger(Number(text));
}

/** Signs a checkpoint, whose origin is the name of the signing key. */
export function signCheckpoint(head: TreeHead, signer: NoteSigner): string {
  const text = checkpointText({ ...head, origin: signer.key.name });
  return writeSignedNote({ text, signatures: [signText(text, signer)] });
}

/**
 * Verifies the log's signature on a checkpoint, and parses it.
 * @param log - must be from a trusted source
 * @throws VerificationError `malformed`, `unknown_key`, `bad_signature`, `unsupported_algorithm`;
 * `wrong_origin` for the checkpoint of another log
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

/**
 * Verifies and parses a checkpoint that one of several keys may have signed. The log's name is the
 * one that leads to the signature's key id.
 * @param publicKeys - 32 bytes each, from a trusted source
 * @throws VerificationError `unknown_key` when none of the keys signed it, `bad_signature`,
 * `malformed`
 */
export function openCheckpointOf(
  note: string,
  publicKeys: readonly Uint8Array[],
  verify: VerifyBytes,
): Checkpoint {
  const { text, signatures } = parseSignedNote(note);
  const { origin } = parseCheckpoint(text);
  const key = publicKeys
    .map((publicKey) => noteKey(origin, "ed25519", publicKey))
    .find(({ keyId }) => signatures.some((signature) => signature.keyId === keyId));
  if (key === undefined)
    throw new VerificationError("unknown_key", "Checkpoint: no trusted key signed it");
  return openCheckpoint(note, key, verify).checkpoint;
}
