import { CERTIFICATE_VERSION } from "@veil/contracts/certificate";
import type { Clock } from "@veil/contracts/clock";
import { checkedJson } from "@veil/contracts/parsing";
import { DevelopmentManifest, type ManifestContent } from "@veil/contracts/signer";
import {
  ed25519PublicKey,
  isRetired,
  type ServiceKeys,
  type TrustBundle,
  VerificationError,
} from "@veil/crypto";
import { readIfPresent, writeWhole } from "@veil/crypto/files";
import { ConfigurationError } from "@veil/service-kit/config";
import {
  type ManifestKey,
  nextManifest,
  requireSoundManifest,
  serviceKeys,
  signManifest,
  verifyDevelopmentManifest,
} from "@veil/veil";
import { activeKeyNames } from "./domain/key-names.ts";

const parseKept = checkedJson(DevelopmentManifest);

interface ManifestDeps {
  readonly issuer: string;
  readonly keys: ServiceKeys;
  readonly trust: TrustBundle;
  readonly file: string;
  readonly nowMs: Clock;
}

/**
 * Returns the stored manifest if this signer made it and it lists the keys of the bundle. Otherwise
 * makes the next manifest by the rules of a ceremony, where removed keys stay listed as retired.
 * `signed_at` is therefore the time when the keys last changed, not when the process started.
 */
export async function developmentManifest(deps: ManifestDeps): Promise<DevelopmentManifest> {
  const { keys, trust, file } = deps;
  const own = keys.signing("manifest");
  const pinned = { keyId: own.keyId, key: trust.verifyKey("veil-signer", "manifest", own.keyId) };
  const kept = readKept(await readIfPresent(file), trust);
  if (kept !== undefined && isCurrent(kept, deps)) return kept.manifest;
  const manifest = signManifest(following(kept, deps), own);
  verifyDevelopmentManifest(manifest, pinned);
  await writeWhole(file, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o644 });
  return manifest;
}

interface Kept {
  readonly manifest: DevelopmentManifest;
  /**
   * True if a key of the bundle, even a retired one, signed the manifest. Only then is its list of
   * earlier keys trusted.
   */
  readonly verified: boolean;
}

/**
 * Reads the stored manifest. Throws if this service did not write the file, so that the file is
 * neither served nor overwritten.
 */
function readKept(text: string | undefined, trust: TrustBundle): Kept | undefined {
  if (text === undefined) return undefined;
  try {
    const manifest = parseKept(text);
    const signer = signerOf(manifest, trust);
    if (signer !== undefined) verifyDevelopmentManifest(manifest, signer);
    return { manifest, verified: signer !== undefined };
  } catch {
    throw problem("does not hold a manifest that this signer wrote");
  }
}

function signerOf(
  { signing_key_id: keyId }: DevelopmentManifest,
  { keys }: TrustBundle,
): ManifestKey | undefined {
  const pinned = keys.find(
    ({ service, purpose, key_id }) =>
      service === "veil-signer" && purpose === "manifest" && key_id === keyId,
  );
  return pinned && { keyId, key: ed25519PublicKey(Buffer.from(pinned.public_key, "hex")) };
}

function isCurrent({ manifest, verified }: Kept, { issuer, keys, trust }: ManifestDeps): boolean {
  const listed = new Set(manifest.keys.map(({ key_id }) => key_id));
  const retired = trust.keys.filter(isRetired).filter(({ algorithm }) => algorithm === "Ed25519");
  return (
    verified &&
    isSound(manifest) &&
    manifest.issuer === issuer &&
    manifest.supported_protocol_versions.includes(CERTIFICATE_VERSION) &&
    manifest.signing_key_id === keys.signing("manifest").keyId &&
    activeKeyNames(manifest.keys) ===
      activeKeyNames(serviceKeys(trust.keys, { development: true })) &&
    retired.every(({ key_id }) => listed.has(key_id))
  );
}

/**
 * Returns false for a manifest of an earlier version, whose times may have fractions of a second:
 * no verifier accepts those.
 */
function isSound(manifest: DevelopmentManifest): boolean {
  try {
    requireSoundManifest(manifest);
    return true;
  } catch (error) {
    if (error instanceof VerificationError) return false;
    throw error;
  }
}

/**
 * Returns the content of the next manifest. Omits the history when the issuer changed or when
 * nothing proves who signed the stored file.
 */
function following(
  kept: Kept | undefined,
  { issuer, trust, nowMs }: ManifestDeps,
): ManifestContent {
  const previous = kept?.verified && kept.manifest.issuer === issuer ? kept.manifest : undefined;
  try {
    const order = { issuer, roles: undefined, services: trust.keys, previous, nowMs: nowMs() };
    const content = nextManifest(order);
    return { ...content, version: (kept?.manifest.version ?? 0) + 1 };
  } catch (cause) {
    if (!(cause instanceof VerificationError)) throw cause;
    throw problem(`and TRUST_FILE do not fit together: ${cause.message}`, { cause });
  }
}

function problem(what: string, options?: ErrorOptions): ConfigurationError {
  return new ConfigurationError(`Bad configuration: MANIFEST_FILE ${what}`, options);
}
