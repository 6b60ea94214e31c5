import { PACK_FILES } from "@veil/contracts/public/compliance/evidence";
import { fromHex } from "../hex.ts";
import { manifestHash } from "../manifest-bytes.ts";
import { isKept } from "../manifest-rules.ts";
import { verifyPinnedManifest } from "../manifest-trust.ts";
import type { Require } from "../verifier/steps.ts";
import { requireStrictJson } from "../verifier/strict-json.ts";
import { type AnyManifest, parseManifest } from "../verifier/trusted-manifest.ts";
import type { LogCheckOptions } from "./log-checks.ts";
import type { PackContent } from "./pack-content.ts";

/**
 * Requires that each earlier manifest has valid signatures of keys that the trusted one lists for
 * manifests, that each is the one that the next names as its previous one, and that the trusted one
 * has kept all of their keys unchanged.
 */
export function requireKeyHistory(
  { files }: Pick<PackContent, "files">,
  options: LogCheckOptions,
  require: Require,
): void {
  const json = files.get(PACK_FILES.earlierManifests) ?? new Uint8Array();
  const listed = requireStrictJson(json, require);
  require(Array.isArray(listed), "it is no list of manifests");
  let next = options.manifest;
  for (const value of (listed as readonly unknown[]).toReversed()) {
    const manifest = parseManifest(value);
    const { version } = manifest;
    require(version === next.version - 1, `version ${version} does not lead to ${next.version}`);
    const hash = manifestHash(manifest, options.crypto.sha256);
    require(next.previous_manifest_sha256 === hash, `version ${next.version} follows another`);
    requireListedKeys(manifest, options, require);
    next = manifest;
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
    const now = trusted.keys.find(({ key_id }) => key_id === key.key_id);
    require(isKept(key, now), `${what} has the key ${key.key_id}, which was lost or changed since`);
  }
  const signers =
    "signatures" in manifest
      ? [manifest.signatures.gateway.key_id, manifest.signatures.witness.key_id]
      : [manifest.signing_key_id];
  require("signatures" in manifest || !("signatures" in trusted), `${what} has one signature`);
  const pins = trusted.keys
    .filter(({ key_id }) => signers.includes(key_id))
    .map(({ key_id, public_key }) => ({ keyId: key_id, publicKey: fromHex(public_key) }));
  verifyPinnedManifest(manifest, pins, crypto.verifyEd25519);
}
