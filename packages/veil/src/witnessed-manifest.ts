import type {
  ManifestContent,
  ManifestDraft,
  VeilKeysManifest,
  VeilManifestSignature,
  WitnessedManifest,
} from "@veil/contracts/signer";
import { signEd25519, VerificationError } from "@veil/crypto";
import { requireCeremonyRules } from "./ceremony-rules.ts";
import {
  type ManifestKey,
  type ManifestPins,
  type ManifestSigner,
  manifestKeyOf,
  pinnedKey,
} from "./manifest.ts";
import { signedBytes } from "./manifest-bytes.ts";
import { requireSoundManifest, requireSuccessor } from "./manifest-rules.ts";
import { requireListed, verifyManifestSignature, verifyWitnessedForm } from "./manifest-trust.ts";
import { createNodeCrypto } from "./node-crypto.ts";

/**
 * Performs the first step of a ceremony: the gateway signs.
 * @throws VerificationError `unknown_key` unless the content lists the gateway's key
 */
export function draftManifest(content: ManifestContent, gateway: ManifestSigner): ManifestDraft {
  requireListed(content, "gateway", pinnedKey(manifestKeyOf(gateway)));
  return { ...content, signatures: { gateway: signatureOf(content, gateway) } };
}

export interface WitnessKnowledge {
  readonly gateway: ManifestKey;
  /** The last manifest that the witness signed. Undefined if it has signed none. */
  readonly previous: ManifestContent | undefined;
  /** The time on the witness's clock. */
  readonly nowMs: number;
}

/**
 * Performs the checks of a witness before it signs: the gateway's signature, the rules for
 * manifests and for ceremonies, and that the manifest follows the previous one.
 * @throws VerificationError
 */
export function verifyDraft(
  draft: ManifestDraft,
  { gateway, previous, nowMs }: WitnessKnowledge,
): void {
  const { verifyEd25519: verify } = createNodeCrypto();
  const pinned = pinnedKey(gateway);
  verifyManifestSignature(signedBytes(draft), draft.signatures.gateway, pinned, verify);
  requireSoundManifest(draft);
  requireListed(draft, "gateway", pinned);
  if (previous !== undefined) requireSuccessor(draft, previous);
  else if (draft.version !== 1)
    throw new VerificationError("not_a_successor", "Manifest: it is not the first one");
  requireCeremonyRules(draft, { previous, nowMs });
}

/**
 * Performs the second step of a ceremony: the witness checks and signs.
 * @throws VerificationError
 */
export function cosignManifest(
  draft: ManifestDraft,
  witness: ManifestSigner,
  known: WitnessKnowledge,
): WitnessedManifest {
  verifyDraft(draft, known);
  requireListed(draft, "witness", pinnedKey(manifestKeyOf(witness)));
  const { signatures, ...content } = draft;
  const signed = {
    ...content,
    signatures: { gateway: signatures.gateway, witness: signatureOf(content, witness) },
  };
  verifyWitnessedManifest(signed, { gateway: known.gateway, witness: manifestKeyOf(witness) });
  return signed;
}

/**
 * Verifies a manifest with two signatures over the same bytes. The manifest itself must list both
 * keys for their roles.
 * @throws VerificationError
 */
export function verifyWitnessedManifest(
  manifest: WitnessedManifest | VeilKeysManifest,
  pins: ManifestPins,
): void {
  if (!("signatures" in manifest))
    throw new VerificationError("unsupported_version", "Manifest: without a witness's signature");
  const roles = { gateway: pinnedKey(pins.gateway), witness: pinnedKey(pins.witness) };
  verifyWitnessedForm(manifest, roles, createNodeCrypto().verifyEd25519);
}

function signatureOf(
  content: ManifestContent,
  { keyId, key }: ManifestSigner,
): VeilManifestSignature {
  const signature = signEd25519(key, signedBytes(content)).toString("hex");
  return { key_id: keyId, algorithm: "Ed25519", signature };
}
