import { VerificationError } from "@veil/crypto/portable";
import type { NoteKey } from "./note-key.ts";
import {
  type NoteSignature,
  type NoteSigner,
  requireType,
  type SignedNote,
  signatureOf,
  type VerifyBytes,
} from "./signed-note.ts";

const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;

/**
 * Creates a cosignature (C2SP tlog-cosignature). It states that at this time, the checkpoint was
 * the largest consistent tree of the log that the witness had seen.
 * @param text - the checkpoint's text without signatures
 * @param time - seconds since 1970
 */
export function cosign(text: string, { key, sign }: NoteSigner, time: number): NoteSignature {
  requireType(key, "cosignature/v1");
  const bytes = new Uint8Array(TIME_BYTES + SIGNATURE_BYTES);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(time));
  bytes.set(sign(cosignedBytes(text, time)), TIME_BYTES);
  return { name: key.name, keyId: key.keyId, signature: bytes };
}

/**
 * Verifies the cosignature of a witness.
 * @param witness - must be from a trusted source
 * @returns the witnessed time, in seconds since 1970
 * @throws VerificationError `unknown_key` when there is no cosignature of the witness, `malformed`,
 * `bad_signature`
 */
export function verifyCosignature(note: SignedNote, witness: NoteKey, verify: VerifyBytes): number {
  requireType(witness, "cosignature/v1");
  const { signature: bytes } = signatureOf(note, witness);
  if (bytes.length !== TIME_BYTES + SIGNATURE_BYTES)
    throw new VerificationError("malformed", "Cosignature: not a time and a signature");
  const time = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0));
  if (!Number.isSafeInteger(time))
    throw new VerificationError("malformed", "Cosignature: the time is out of range");
  if (!verify(witness.publicKey, cosignedBytes(note.text, time), bytes.subarray(TIME_BYTES)))
    throw new VerificationError("bad_signature", "Cosignature: bad signature");
  return time;
}

function cosignedBytes(text: string, time: number): Uint8Array {
  return new TextEncoder().encode(`cosignature/v1\ntime ${time}\n${text}`);
}
