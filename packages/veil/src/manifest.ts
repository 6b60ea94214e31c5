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
} from "@veil/crypto";
import { signedBytes } from "./manifest-bytes.ts";
import { type PinnedManifestKey, verifyDevelopmentForm } from "./manifest-trust.ts";
import { createNodeCrypto } from "./node-crypto.ts";
import type { CeremonyRole } from "./roles.ts";

/** Must be from a trusted source, never from the manifest itself. */
export interface ManifestKey {
  readonly keyId: string;
  readonly key: Ed25519PublicKey;
}

/** Must be from a trusted source, never from the manifest itself. */
export type ManifestPins = Readonly<Record<CeremonyRole, ManifestKey>>;

export interface ManifestSigner {
  readonly keyId: string;
  readonly key: Ed25519PrivateKey;
}

/** Returns the public key of a signer. */
export function manifestKeyOf({ keyId, key }: ManifestSigner): ManifestKey {
  return { keyId, key: ed25519PublicKey(key) };
}

export function publicKeyHex({ key }: ManifestKey): string {
  return publicKeyBytes(key).toString("hex");
}

/** Signs a development manifest, which has only one signature. */
export function signManifest(
  content: ManifestContent,
  { keyId, key }: ManifestSigner,
): DevelopmentManifest {
  const signature = signEd25519(key, signedBytes(content)).toString("hex");
  return { ...content, signature, signing_key_id: keyId, signing_algorithm: "Ed25519" };
}

/**
 * Verifies a development manifest. The signature also covers unknown fields.
 * @param pinned - must be from a trusted source
 * @throws VerificationError
 */
export function verifyDevelopmentManifest(
  manifest: SignedManifest | VeilKeysManifest,
  pinned: ManifestKey,
): void {
  if ("signatures" in manifest)
    throw new VerificationError("unsupported_version", "Manifest: not of the development form");
  verifyDevelopmentForm(manifest, pinnedKey(pinned), createNodeCrypto().verifyEd25519);
}

/** Converts a key for the verifier, which does not use keys of `node:crypto`. */
export function pinnedKey(own: ManifestKey): PinnedManifestKey {
  return { keyId: own.keyId, publicKey: publicKeyBytes(own.key) };
}
