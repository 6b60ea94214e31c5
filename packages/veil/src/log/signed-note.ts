import { VerificationError } from "@veil/crypto/portable";
import { decodeBase64, encodeBase64 } from "./base64.ts";
import { keyIdBytes, type NoteKey, SIGNATURE_TYPES, type SignatureType } from "./note-key.ts";

/** One signature line (C2SP signed-note). */
export interface NoteSignature {
  readonly name: string;
  /** Four bytes in hexadecimal. */
  readonly keyId: string;
  /** The signature without the key id. */
  readonly signature: Uint8Array;
}

export interface SignedNote {
  /** The signed text, which ends with a newline. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

export type SignBytes = (message: Uint8Array) => Uint8Array;
export type VerifyBytes = (
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
) => boolean;

export interface NoteSigner {
  readonly key: NoteKey;
  readonly sign: SignBytes;
}

const MAX_NOTE_LENGTH = 65_536;
const MAX_SIGNATURES = 64;
const KEY_ID_BYTES = 4;
const DASH = "\u2014 ";
/**
 * Matches control characters except the newline, and lone surrogates, which UTF-8 cannot encode.
 */
const FORBIDDEN = /(?!\n)\p{Cc}|\p{Surrogate}/u;
const LINE = /^\u2014 ([^\s+]+) ([A-Za-z0-9+/=]+)$/u;

/**
 * Parses a C2SP signed-note. It is as strict as the rules for writers, but does not verify
 * signatures.
 * @param note - must have been decoded from valid UTF-8
 * @throws VerificationError `malformed`, `duplicate_key`
 */
export function parseSignedNote(note: string): SignedNote {
  require(note.length <= MAX_NOTE_LENGTH, "too long");
  require(!FORBIDDEN.test(note), "a control character");
  const end = note.lastIndexOf("\n\n");
  require(end > 0, "no signatures");
  return { text: note.slice(0, end + 1), signatures: parseSignatureLines(note.slice(end + 2)) };
}

/**
 * Parses one or more signature lines, such as the response of a witness.
 * @throws VerificationError `malformed`; `duplicate_key` for two signatures of the same key
 */
export function parseSignatureLines(lines: string): NoteSignature[] {
  require(lines.endsWith("\n"), "the last line has no end");
  const signatures = lines.slice(0, -1).split("\n").map(parseLine);
  require(signatures.length <= MAX_SIGNATURES, "too many signatures");
  const keys = new Set(signatures.map(({ name, keyId }) => `${name} ${keyId}`));
  if (keys.size !== signatures.length)
    throw new VerificationError("duplicate_key", "Signed note: one key signed twice");
  return signatures;
}

function parseLine(line: string): NoteSignature {
  const [, name, encoded] = LINE.exec(line) ?? [];
  if (name === undefined || encoded === undefined)
    throw new VerificationError("malformed", "Signed note: a bad signature line");
  const bytes = decodeBase64(encoded, "Signed note");
  require(bytes.length > KEY_ID_BYTES, "a signature is too short");
  return {
    name,
    keyId: hexOf(bytes.subarray(0, KEY_ID_BYTES)),
    signature: bytes.slice(KEY_ID_BYTES),
  };
}

export function writeSignedNote({ text, signatures }: SignedNote): string {
  return `${text}\n${signatures.map(signatureLine).join("")}`;
}

export function signatureLine({ name, keyId, signature }: NoteSignature): string {
  const bytes = Uint8Array.from([...keyIdBytes(keyId), ...signature]);
  return `${DASH}${name} ${encodeBase64(bytes)}\n`;
}

/** Signs the text with Ed25519 (RFC 8032). */
export function signText(text: string, { key, sign }: NoteSigner): NoteSignature {
  const signature = sign(new TextEncoder().encode(text));
  return { name: key.name, keyId: key.keyId, signature };
}

/**
 * Verifies the signature of a key on a note. It ignores signatures of other keys, as C2SP
 * signed-note requires.
 * @throws VerificationError `unknown_key` when there is no signature of the key, `bad_signature`,
 * `unsupported_algorithm`
 */
export function verifyText(note: SignedNote, key: NoteKey, verify: VerifyBytes): void {
  requireType(key, "ed25519");
  const { signature } = signatureOf(note, key);
  if (!verify(key.publicKey, new TextEncoder().encode(note.text), signature))
    throw new VerificationError("bad_signature", "Signed note: bad signature");
}

/** Returns the signature of a key on a note. @throws VerificationError `unknown_key` */
export function signatureOf({ signatures }: SignedNote, key: NoteKey): NoteSignature {
  const found = signatures.find(({ name, keyId }) => name === key.name && keyId === key.keyId);
  if (found === undefined)
    throw new VerificationError("unknown_key", "Signed note: not signed by the pinned key");
  return found;
}

/** Checks the type of a key. @throws VerificationError `unsupported_algorithm` */
export function requireType(key: NoteKey, type: SignatureType): void {
  if (key.type !== type)
    throw new VerificationError(
      "unsupported_algorithm",
      `Signed note: the key's type is not ${SIGNATURE_TYPES[type]}`,
    );
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function require(holds: boolean, problem: string): void {
  if (!holds) throw new VerificationError("malformed", `Signed note: ${problem}`);
}
