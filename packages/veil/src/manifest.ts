import type { SignedManifest, VeilKeysManifest } from "@veil/contracts/signer";
import {
  canonicalJson,
  type Ed25519PrivateKey,
  type Ed25519PublicKey,
  signEd25519,
  VerificationError,
  verifyEd25519,
  verifying,
} from "@veil/crypto";

export type ManifestContent = Omit<
  SignedManifest,
  "signature" | "signing_key_id" | "signing_algorithm"
>;

/** From a trusted source, never from the manifest itself. */
export interface ManifestKey {
  readonly keyId: string;
  readonly key: Ed25519PublicKey;
}

/** RFC 8785, with one key: the development form. */
export function signManifest(
  content: ManifestContent,
  { keyId, key }: { readonly keyId: string; readonly key: Ed25519PrivateKey },
): SignedManifest {
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
  const { signature, signing_key_id, signing_algorithm, ...rest } = manifest;
  const { served_at: _outside, ...content } = rest as typeof rest & { served_at?: unknown };
  if ("signatures" in content)
    throw new VerificationError("unsupported_version", "Manifest: not of the development form");
  if (signing_algorithm !== "Ed25519")
    throw new VerificationError("unsupported_algorithm", "Manifest: unknown algorithm");
  if (signing_key_id !== pinned.keyId)
    throw new VerificationError("unknown_key", "Manifest: not signed by the pinned key");
  if (typeof signature !== "string" || !SIGNATURE_HEX.test(signature))
    throw new VerificationError("malformed", "Manifest: malformed signature");
  const signed = verifying("malformed", "Manifest: no canonical form", () => signedBytes(content));
  if (!verifyEd25519(pinned.key, signed, Buffer.from(signature, "hex")))
    throw new VerificationError("bad_signature", "Manifest: bad signature");
}

const SIGNATURE_HEX = /^[0-9a-f]{128}$/;

function signedBytes(content: ManifestContent): Buffer {
  return Buffer.from(canonicalJson(content));
}
