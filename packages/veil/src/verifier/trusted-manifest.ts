import type { CertificateSignable, CertificateSignature } from "@veil/contracts/certificate";
import { checked, parseJson } from "@veil/contracts/parsing";
import {
  DevelopmentManifest,
  PublishedManifest,
  type VeilKeyEntry,
  VeilKeysManifest,
  WitnessedManifest,
} from "@veil/contracts/signer";
import { verifying } from "@veil/crypto/portable";
import { Type } from "typebox";
import { fromHex } from "../hex.ts";
import { manifestHash } from "../manifest-bytes.ts";
import { type PinnedManifestKey, verifyPinnedManifest } from "../manifest-trust.ts";
import type { Require, RunStep } from "./steps.ts";
import { requireStrictJson } from "./strict-json.ts";
import type { VerifierCrypto } from "./verifier-crypto.ts";

const AnyManifest = Type.Union([
  WitnessedManifest,
  PublishedManifest,
  DevelopmentManifest,
  VeilKeysManifest,
]);
export type AnyManifest = ReturnType<typeof parseManifest>;
export const parseManifest = checked(AnyManifest);

interface ManifestOptions {
  readonly manifest: Uint8Array;
  readonly pins: readonly PinnedManifestKey[];
  readonly crypto: VerifierCrypto;
}

export function readTrustedManifest(
  { manifest: json, pins, crypto }: ManifestOptions,
  step: RunStep,
): AnyManifest {
  let trusted: AnyManifest | undefined;
  step("manifest_trust", (require) => {
    const manifest = manifestOf(requireStrictJson(json, require));
    verifyPinnedManifest(manifest, pins, crypto.verifyEd25519);
    trusted = manifest;
  });
  return trusted ?? manifestOf(parseJson(json));
}

function manifestOf(value: unknown): AnyManifest {
  return verifying("untrusted_manifest", "it is no key manifest", () => parseManifest(value));
}

interface LinkOptions {
  readonly manifest: AnyManifest;
  readonly crypto: Pick<VerifierCrypto, "sha256">;
}

/**
 * Requires that the certificate refers to this manifest or an earlier one. A later manifest
 * contains all keys of earlier ones with their validity, while an earlier one does not show which
 * keys were retired since.
 */
export function requireLinked(
  signed: Pick<CertificateSignable, "issuer" | "protocol_version" | "environment" | "manifest">,
  { manifest, crypto }: LinkOptions,
  require: Require,
): void {
  const { version, sha256 } = signed.manifest;
  require(signed.issuer === manifest.issuer, "the manifest is of another issuer");
  require(manifest.supported_protocol_versions.includes(
    signed.protocol_version,
  ), "the manifest does not support the certificate's version");
  require(signed.environment === "development" ||
    "signatures" in manifest, "a certificate of production needs a manifest with two signatures");
  require(version <= manifest.version, "the manifest is older than the certificate's");
  if (version === manifest.version)
    require(sha256 ===
      manifestHash(manifest, crypto.sha256), "the certificate names another manifest");
  if (version === manifest.version - 1)
    require(sha256 ===
      manifest.previous_manifest_sha256, "the manifest does not follow the certificate's");
}

/** Returns the key with this service, purpose and id. An id alone proves nothing. */
export function findKey(
  { keys }: AnyManifest,
  service: string,
  purpose: string,
  keyId?: string,
): readonly VeilKeyEntry[] {
  return keys.filter(
    ({ service_id, purpose: own, key_id }) =>
      service_id === service && own === purpose && (keyId === undefined || key_id === keyId),
  );
}

/** Returns the public key, or undefined if the manifest does not list it. */
export function publicKeyOf(
  manifest: AnyManifest,
  ...names: readonly [service: string, purpose: string, keyId: string]
): Uint8Array | undefined {
  const [key] = findKey(manifest, ...names);
  return key && fromHex(key.public_key);
}

export interface SignerOptions {
  readonly manifest: AnyManifest;
  readonly crypto: VerifierCrypto;
}

/** Requires that the signature is valid for the listed key with its key id. */
export function requireSigned(
  bytes: Uint8Array,
  { key_id, signature }: Pick<CertificateSignature, "key_id" | "signature">,
  { manifest, crypto }: SignerOptions,
  require: Require,
): void {
  const publicKey = publicKeyOf(manifest, "veil-signer", "certificate", key_id);
  if (publicKey === undefined) require(false, "the manifest lists no such key of the signer");
  else
    require(crypto.verifyEd25519(publicKey, bytes, fromHex(signature)), "the signature is wrong");
}

/**
 * Requires that the key was valid at the time; both ends are inclusive. Times in UTC and whole
 * seconds can be compared as strings.
 */
export function requireValidAt(
  key: VeilKeyEntry | undefined,
  time: string,
  require: Require,
): void {
  if (key === undefined) return;
  require((key.not_before ?? time) <= time, "a key was not valid yet");
  require(time <= (key.not_after ?? time), "a key was not valid any more");
}
