import { PACK_FILES } from "@veil/contracts/public/compliance/evidence";
import { fromHex } from "../hex.ts";
import { manifestHash } from "../manifest-bytes.ts";
import { verifyPinnedManifest } from "../manifest-trust.ts";
import type { Require } from "../verifier/steps.ts";
import { requireStrictJson } from "../verifier/strict-json.ts";
import { type AnyManifest, parseManifest } from "../verifier/trusted-manifest.ts";
import type { LogCheckOptions } from "./log-checks.ts";
import type { PackContent } from "./pack-content.ts";

/**
 * Requires that each earlier manifest has valid signatures of keys that the trusted one lists, that
 * each follows the one before it, and that the trusted one has lost none of their keys.
 */
export function requireKeyHistory(
  { files }: Pick<PackContent, "files">,
  options: LogCheckOptions,
  require: Require,
): void {
  const listed = requireStrictJson(
    files.get(PACK_FILES.earlierManifests) ?? new Uint8Array(),
    require,
  );
  require(Array.isArray(listed), "it is no list of manifests");
  const earlier = (listed as readonly unknown[]).map((each) => parseManifest(each));
  for (const manifest of earlier) requireListedKeys(manifest, options, require);
  const chain = [...earlier, options.manifest];
  for (const [at, manifest] of earlier.entries()) {
    const next = chain[at + 1];
    if (next !== undefined) requireFollowed(manifest, next, options, require);
  }
}

function requireListedKeys(
  manifest: AnyManifest,
  { manifest: trusted, crypto }: LogCheckOptions,
  require: Require,
): void {
  const what = `version ${manifest.version}`;
  require(manifest.issuer === trusted.issuer, `${what} is of another issuer`);
  for (const key of manifest.keys) {
    const kept = trusted.keys.some(
      ({ key_id, public_key, service_id, purpose }) =>
        key_id === key.key_id &&
        public_key === key.public_key &&
        service_id === key.service_id &&
        purpose === key.purpose,
    );
    require(kept, `${what} has the key ${key.key_id}, which was lost since`);
  }
  const signers =
    "signatures" in manifest
      ? [manifest.signatures.gateway.key_id, manifest.signatures.witness.key_id]
      : [manifest.signing_key_id];
  const pins = trusted.keys
    .filter(({ key_id }) => signers.includes(key_id))
    .map(({ key_id, public_key }) => ({ keyId: key_id, publicKey: fromHex(public_key) }));
  verifyPinnedManifest(manifest, pins, crypto.verifyEd25519);
}

function requireFollowed(
  { version, ...manifest }: AnyManifest,
  next: AnyManifest,
  { crypto }: LogCheckOptions,
  require: Require,
): void {
  require(version < next.version, `version ${next.version} does not follow version ${version}`);
  // The deployment may not have seen every version.
  if (version + 1 < next.version) return;
  const hash = manifestHash({ version, ...manifest }, crypto.sha256);
  require(next.previous_manifest_sha256 === hash, `version ${next.version} follows another`);
}
