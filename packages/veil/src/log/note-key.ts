import { sha256Portable, VerificationError } from "@veil/crypto/portable";
import { decodeBase64, encodeBase64 } from "./base64.ts";

/** The signature types and their bytes (C2SP signed-note, section "Signature types"). */
export const SIGNATURE_TYPES = { ed25519: 0x01, "cosignature/v1": 0x04 } as const;
export type SignatureType = keyof typeof SIGNATURE_TYPES;

/** The public key of a signer of notes. The key id is derived from name, type and public key. */
export interface NoteKey {
  readonly name: string;
  readonly type: SignatureType;
  /** The public key, 32 bytes. */
  readonly publicKey: Uint8Array;
  /** Four bytes in hexadecimal. */
  readonly keyId: string;
}

const KEY_BYTES = 32;
const KEY_ID_DIGITS = 8;
/**
 * A name in visible ASCII without `+`. This is stricter than C2SP, so that no two names look the
 * same.
 */
const NAME = /^[!-*,-~]{1,200}$/;
const VKEY = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/;

/**
 * Creates a key.
 * @throws VerificationError `malformed` for a name that signature lines cannot contain, or a key of
 * another length
 */
export function noteKey(name: string, type: SignatureType, publicKey: Uint8Array): NoteKey {
  if (!NAME.test(name) || publicKey.length !== KEY_BYTES)
    throw new VerificationError("malformed", "Signer of notes: bad name or key");
  const identified = Uint8Array.from([
    ...new TextEncoder().encode(`${name}\n`),
    ...typedKey(type, publicKey),
  ]);
  const keyId = Array.from(sha256Portable(identified).subarray(0, 4), twoDigits).join("");
  return { name, type, publicKey, keyId };
}

/** Returns the text with which clients are configured: `name+key id+base64(type || public key)`. */
export function vkeyText({ name, type, publicKey, keyId }: NoteKey): string {
  return `${name}+${keyId}+${encodeBase64(typedKey(type, publicKey))}`;
}

/**
 * Parses the text of a key.
 * @throws VerificationError `malformed`, `unsupported_algorithm`; `unknown_key` when the key id
 * belongs to another key
 */
export function parseVkey(text: string): NoteKey {
  const [, name, keyId, encoded] = VKEY.exec(text) ?? [];
  if (name === undefined || keyId === undefined || encoded === undefined)
    throw new VerificationError("malformed", "A public key of a signer is NAME+ID+KEY");
  const bytes = decodeBase64(encoded, "Public key");
  const key = noteKey(name, typeOf(bytes[0]), bytes.slice(1));
  if (key.keyId !== keyId)
    throw new VerificationError("unknown_key", "Public key: its id belongs to another key");
  return key;
}

export function keyIdBytes(keyId: string): Uint8Array {
  return Uint8Array.from({ length: KEY_ID_DIGITS / 2 }, (_, at) =>
    Number.parseInt(keyId.slice(2 * at, 2 * at + 2), 16),
  );
}

function typeOf(byte: number | undefined): SignatureType {
  if (byte === SIGNATURE_TYPES.ed25519) return "ed25519";
  if (byte === SIGNATURE_TYPES["cosignature/v1"]) return "cosignature/v1";
  throw new VerificationError("unsupported_algorithm", "Public key: unknown type of signature");
}

function typedKey(type: SignatureType, publicKey: Uint8Array): Uint8Array {
  return Uint8Array.from([SIGNATURE_TYPES[type], ...publicKey]);
}

function twoDigits(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}
