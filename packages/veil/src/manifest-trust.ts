import type {
  DevelopmentManifest,
  ManifestContent,
  SignedManifest,
  VeilKeysManifest,
  WitnessedManifest,
} from "@veil/contracts/signer";
import { VerificationError } from "@veil/crypto/portable";
import { fromHex, toHex } from "./hex.ts";
import type { VerifyBytes } from "./log/signed-note.ts";
import { signedBytes } from "./manifest-bytes.ts";
import { requireSoundManifest } from "./manifest-rules.ts";
import { CEREMONY_ROLES, type CeremonyRole, MANIFEST_PURPOSE } from "./roles.ts";

/** A public key for verifying manifests, which must be from a trusted source. */
export interface PinnedManifestKey {
  readonly keyId: string;
  /** The public key, 32 bytes. */
  readonly publicKey: Uint8Array;
}

type Roles = Readonly<Record<CeremonyRole, PinnedManifestKey>>;
type WithSignatures = Pick<WitnessedManifest, "signatures"> & ManifestContent;

interface GivenSignature {
  readonly key_id: string;
  readonly algorithm: string;
  readonly signature: string;
}

const PIN = /^([A-Za-z0-9_-]{1,64}):([0-9a-f]{64})$/;
const SIGNATURE_HEX = /^[0-9a-f]{128}$/;

/** Parses a pinned key in the form `KEY_ID:HEX`. @throws VerificationError `malformed` */
export function parsePin(text: string): PinnedManifestKey {
  const [, keyId, hex] = PIN.exec(text) ?? [];
  if (keyId === undefined || hex === undefined)
    throw new VerificationError(
      "malformed",
      "a pinned key is KEY_ID:HEX, with 64 hexadecimal digits",
    );
  return { keyId, publicKey: fromHex(hex) };
}

/**
 * Verifies a manifest with one or both pinned keys. A single pinned key authenticates the whole
 * manifest, including the key of the other role.
 * @throws VerificationError; `unknown_key` when a pinned key did not sign the manifest
 */
export function verifyPinnedManifest(
  manifest: SignedManifest | VeilKeysManifest,
  pins: readonly PinnedManifestKey[],
  verify: VerifyBytes,
): void {
  const pinOf = (keyId: string) => pins.find((pin) => pin.keyId === keyId);
  const ids =
    "signatures" in manifest
      ? CEREMONY_ROLES.map((role) => manifest.signatures[role].key_id)
      : [manifest.signing_key_id];
  const signed = pins.length > 0 && pins.every(({ keyId }) => ids.includes(keyId));
  if (!signed) throw new VerificationError("unknown_key", "Manifest: a pinned key did not sign it");
  if (!("signatures" in manifest)) {
    const pinned = required(pinOf(manifest.signing_key_id));
    verifyDevelopmentForm(manifest, pinned, verify);
    requireSoundManifest(manifest);
    return;
  }
  const keyOf = (role: CeremonyRole) =>
    required(pinOf(manifest.signatures[role].key_id) ?? listedKey(manifest, role));
  verifyWitnessedForm(manifest, { gateway: keyOf("gateway"), witness: keyOf("witness") }, verify);
}

/** Verifies a development manifest. @throws VerificationError */
export function verifyDevelopmentForm(
  manifest: DevelopmentManifest,
  pinned: PinnedManifestKey,
  verify: VerifyBytes,
): void {
  const { signature, signing_key_id: key_id, signing_algorithm: algorithm } = manifest;
  verifyManifestSignature(signedBytes(manifest), { key_id, algorithm, signature }, pinned, verify);
}

/**
 * Verifies a manifest with two signatures over the same bytes. The manifest itself must list both
 * keys for their roles.
 * @throws VerificationError
 */
export function verifyWitnessedForm(
  manifest: WithSignatures,
  roles: Roles,
  verify: VerifyBytes,
): void {
  if (toHex(roles.gateway.publicKey) === toHex(roles.witness.publicKey))
    throw new VerificationError("duplicate_key", "Manifest: gateway and witness have one key");
  const bytes = signedBytes(manifest);
  for (const role of CEREMONY_ROLES) {
    verifyManifestSignature(bytes, manifest.signatures[role], roles[role], verify);
    requireListed(manifest, role, roles[role]);
  }
  requireSoundManifest(manifest);
}

/** Verifies one signature of a manifest. @throws VerificationError */
export function verifyManifestSignature(
  bytes: Uint8Array,
  given: GivenSignature,
  pinned: PinnedManifestKey,
  verify: VerifyBytes,
): void {
  if (given.algorithm !== "Ed25519")
    throw new VerificationError("unsupported_algorithm", "Manifest: unknown algorithm");
  if (given.key_id !== pinned.keyId)
    throw new VerificationError("unknown_key", "Manifest: not signed by the pinned key");
  if (typeof given.signature !== "string" || !SIGNATURE_HEX.test(given.signature))
    throw new VerificationError("malformed", "Manifest: malformed signature");
  if (!verify(pinned.publicKey, bytes, fromHex(given.signature)))
    throw new VerificationError("bad_signature", "Manifest: bad signature");
}

/** Checks that the manifest lists the key for the role. @throws VerificationError `unknown_key` */
export function requireListed(
  content: ManifestContent,
  role: CeremonyRole,
  key: PinnedManifestKey,
): void {
  const publicKey = toHex(key.publicKey);
  const listed = content.keys.some(
    (entry) =>
      entry.service_id === role &&
      entry.purpose === MANIFEST_PURPOSE &&
      entry.key_state === "active" &&
      entry.key_id === key.keyId &&
      entry.public_key === publicKey,
  );
  if (!listed)
    throw new VerificationError("unknown_key", `Manifest: it does not list the key of the ${role}`);
}

function listedKey(manifest: WithSignatures, role: CeremonyRole): PinnedManifestKey | undefined {
  const { key_id } = manifest.signatures[role];
  const listed = manifest.keys.find((entry) => entry.key_id === key_id);
  return listed && { keyId: key_id, publicKey: fromHex(listed.public_key) };
}

function required(key: PinnedManifestKey | undefined): PinnedManifestKey {
  if (key === undefined)
    throw new VerificationError("unknown_key", "Manifest: not signed by the pinned key");
  return key;
}
