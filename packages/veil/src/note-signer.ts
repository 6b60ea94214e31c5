import {
  type Ed25519PrivateKey,
  ed25519PublicKey,
  publicKeyBytes,
  signEd25519,
  verifyEd25519,
} from "@veil/crypto";
import { type NoteSigner, noteKey, type SignatureType, type VerifyBytes } from "./log/index.ts";

/**
 * Creates a signer of notes with `node:crypto`.
 * @throws VerificationError `malformed` for a name that signature lines cannot contain
 */
export function createNoteSigner(
  name: string,
  type: SignatureType,
  key: Ed25519PrivateKey,
): NoteSigner {
  return {
    key: noteKey(name, type, publicKeyBytes(key)),
    sign: (message) => signEd25519(key, message),
  };
}

/** Verifies a signature with `node:crypto`. */
export const verifyNoteBytes: VerifyBytes = (publicKey, message, signature) =>
  verifyEd25519(ed25519PublicKey(publicKey), message, signature);
