import { ConfigurationError } from "@veil/config";
import type { Clock } from "@veil/contracts/clock";
import { checkedJson } from "@veil/contracts/parsing";
import { DevelopmentManifest, type ManifestContent } from "@veil/contracts/signer";
import { canonicalJson, type ServiceKeys, type TrustBundle } from "@veil/crypto";
import { type ManifestKey, signManifest, verifyDevelopmentManifest } from "@veil/veil";
import { wholeSecond } from "@veil/veil/claims";
import { manifestKeys } from "./domain/manifest-keys.ts";
import type { ManifestStore } from "./ports.ts";

const SUPPORTED_PROTOCOL_VERSIONS = [1];
const parseKept = checkedJson(DevelopmentManifest);

interface ManifestDeps {
  readonly issuer: string;
  readonly keys: ServiceKeys;
  readonly trust: TrustBundle;
  readonly store: ManifestStore;
  readonly nowMs: Clock;
}

/**
 * The stored manifest, if it is this signer's and lists the current keys; else a new one with the next version. So
 * `signed_at` says when the keys last changed, not when the process started.
 */
export async function developmentManifest(deps: ManifestDeps): Promise<DevelopmentManifest> {
  const { issuer, keys, trust, store, nowMs } = deps;
  const own = keys.signing("manifest");
  const pinned = { keyId: own.keyId, key: trust.verifyKey("veil-signer", "manifest", own.keyId) };
  const kept = readKept(await store.read(), pinned);
  const listed = manifestKeys(trust.keys);
  if (kept !== undefined && isCurrent(kept, { issuer, keys: listed, signing_key_id: own.keyId }))
    return kept;
  const content: ManifestContent = {
    issuer,
    version: (kept?.version ?? 0) + 1,
    supported_protocol_versions: SUPPORTED_PROTOCOL_VERSIONS,
    keys: listed,
    signed_at: wholeSecond(nowMs()),
  };
  const manifest = signManifest(content, own);
  verifyDevelopmentManifest(manifest, pinned);
  await store.write(`${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

/** A file that this service did not write is neither served nor overwritten. */
function readKept(text: string | undefined, pinned: ManifestKey): DevelopmentManifest | undefined {
  if (text === undefined) return undefined;
  try {
    const kept = parseKept(text);
    // Signed by a former key of this service: it cannot be verified any more, and is replaced below.
    if (kept.signing_key_id === pinned.keyId) verifyDevelopmentManifest(kept, pinned);
    return kept;
  } catch {
    throw new ConfigurationError(
      "Bad configuration: MANIFEST_FILE does not hold a manifest that this signer wrote",
    );
  }
}

/** Older versions of this service wrote times that no verifier of certificates accepts. */
const IN_WHOLE_SECONDS = /:\d\dZ$/;

function isCurrent(
  { issuer, keys, signing_key_id, signed_at }: DevelopmentManifest,
  expected: Pick<DevelopmentManifest, "issuer" | "keys" | "signing_key_id">,
): boolean {
  const isSame = canonicalJson({ issuer, keys, signing_key_id }) === canonicalJson({ ...expected });
  return isSame && IN_WHOLE_SECONDS.test(signed_at);
}
