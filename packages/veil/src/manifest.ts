import type {
  DevelopmentManifest,
  ManifestContent,
  SignedManifest,
  VeilKeysManifest,
} from "@veil/contracts/signer";
import {
  type Ed25519PrivateKey,
  type Ed25519PublicKey,
  ed25519PublicKey,
  publicKeyBytes,
  signEd25519,
  VerificationError,
  verifyEd25519,
} from "@veil/crypto";
import { signedBytes } from "./manifest-bytes.ts";

/** From a trusted source, never from the manifest itself. */
export interface ManifestKey {
  readonly keyId: string;
  readonly key: Ed25519PublicKey;
}

export interface ManifestSigner {
  readonly keyId: string;
  readonly key: Ed25519PrivateKey;
}

/** The public half. */
export function manifestKeyOf({ keyId, key }: ManifestSigner): ManifestKey {
  return { keyId, key: ed25519PublicKey(key) };
}

export function publicKeyHex({ key }: ManifestKey): string {
  return publicKeyBytes(key).toString("hex");
}

/** The development form: with one key. */
export function signManifest(
  content: ManifestContent,
  { keyId, key }: ManifestSigner,
): DevelopmentManifest {
  const signature = signEd25519(key, signedBytes(content)).toString("hex");
  return { ...content, signature, signing_key_id: keyId, signing_algorithm: "Ed25519" };
}

/**
 * Unknown fields are signed too.
 * @param pinned - from a trusted source
 * @throws VerificationError
 */
export function verifyDevelopmentManifest(
  manifest: SignedManifest | VeilKeysManifest,
  pinned: ManifestKey,
): void {
  if ("signatures" in manifest)
    throw new VerificationError("unsupported_version", "Manifest: not of the development form");
  const { signature, signing_key_id: key_id, signing_algorithm: algorithm } = manifest;
  verifySignature(signedBytes(manifest), { key_id, algorithm, signature }, pinned);
}

/** @throws VerificationError */
export function verifySignature(
  bytes: Uint8Array,
  given: { readonly key_id: string; readonly algorithm: string; readonly signature: string },
  pinned: ManifestKey,
): void {
  if (given.algorithm !== "Ed25519")
    throw new VerificationError("unsupported_algorithm", "Manifest: unknown algorithm");
  if (given.key_id !== pinned.keyId)
    throw new VerificationError("unknown_key", "Manifest: not signed by the pinned key");
  if (typeof given.signature !== "string" || !SIGNATURE_HEX.test(given.signature))
    throw new VerificationError("malformed", "Manifest: malformed signature");
  if (!verifyEd25519(pinned.key, bytes, Buffer.from(given.signature, "hex")))
    throw new VerificationError("bad_signature", "Manifest: bad signature");
}

const SIGNATURE_HEX = /^[0-9a-f]{128}$/;
