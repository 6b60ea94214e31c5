import type { ManifestContent, VeilKeyEntry } from "@veil/contracts/signer";
import { isRetired, type PinnedKey, VerificationError } from "@veil/crypto";
import { requireCeremonyRules } from "./ceremony-rules.ts";
import { type ManifestPins, publicKeyHex } from "./manifest.ts";
import { manifestHash } from "./manifest-bytes.ts";
import { requireSoundManifest, requireSuccessor } from "./manifest-rules.ts";
import { CEREMONY_ROLES, MANIFEST_PURPOSE } from "./roles.ts";

export interface ManifestOrder {
  readonly issuer: string;
  /**
   * The public keys of both roles. Undefined for a development manifest, which lists the signer's
   * manifest key.
   */
  readonly roles: ManifestPins | undefined;
  /** All keys of the trust bundle, including retired ones. */
  readonly services: readonly PinnedKey[];
  readonly previous?: ManifestContent | undefined;
  /**
   * Maps the id of each key that is no longer current to the time from which it must not be
   * trusted. Defaults to now.
   */
  readonly endedAt?: ReadonlyMap<string, string> | undefined;
  readonly nowMs: number;
}

const SUPPORTED_PROTOCOL_VERSIONS = [1, 2];

/**
 * Creates the next manifest. It lists the bundle's active keys as active, and its retired keys as
 * retired since the time in the bundle. Keys of the previous manifest that the bundle no longer has
 * are retired from now on. An end that a manifest has stated never changes.
 * @throws VerificationError
 */
export function nextManifest(order: ManifestOrder): ManifestContent {
  const { issuer, roles, previous, services, endedAt = new Map<string, string>(), nowMs } = order;
  const signed_at = `${new Date(nowMs).toISOString().slice(0, 19)}Z`;
  const before = previous?.keys ?? [];
  const current = currentKeys(order).map((key) => listedSince(key, before, signed_at));
  const names = new Set(current.map(({ key_id }) => key_id));
  const gone = services.filter(isRetired).filter(isListed(roles === undefined));
  const ends = new Map([
    ...gone.map(({ key_id, not_after = signed_at }) => [key_id, not_after] as const),
    ...endedAt,
  ]);
  const unlisted = gone.filter((key) => before.every(({ key_id }) => key_id !== key.key_id));
  const retired = [...before, ...unlisted.map(entryOf)]
    .filter(({ key_id }) => !names.has(key_id))
    .map((key) => ({
      ...key,
      key_state: "retired" as const,
      not_after: key.not_after ?? ends.get(key.key_id) ?? signed_at,
    }));
  const unknown = [...endedAt.keys()].find((keyId) =>
    retired.every(({ key_id }) => key_id !== keyId),
  );
  if (unknown !== undefined)
    throw new VerificationError("unknown_key", `Manifest: ${unknown} is no key that ends with it`);
  const content: ManifestContent = {
    issuer,
    version: (previous?.version ?? 0) + 1,
    supported_protocol_versions: SUPPORTED_PROTOCOL_VERSIONS,
    keys: [...current, ...retired].toSorted(byPosition),
    signed_at,
    ...(previous !== undefined && { previous_manifest_sha256: manifestHash(previous) }),
  };
  requireSoundManifest(content);
  if (previous !== undefined) requireSuccessor(content, previous);
  if (roles !== undefined) requireCeremonyRules(content, { previous, nowMs });
  return content;
}

/**
 * Returns the entry of a key with its `not_before`. A key that the previous manifest lists keeps
 * the value, or stays without one.
 */
function listedSince(
  key: VeilKeyEntry,
  before: readonly VeilKeyEntry[],
  signed_at: string,
): VeilKeyEntry {
  const known = before.find(({ key_id }) => key_id === key.key_id);
  const not_before = known === undefined ? signed_at : known.not_before;
  return { ...key, ...(not_before !== undefined && { not_before }) };
}

/** Returns the keys that a manifest of the deployment lists as active. */
function currentKeys({ roles, services }: Pick<ManifestOrder, "roles" | "services">) {
  const listed = serviceKeys(services, { development: roles === undefined });
  if (roles === undefined) return listed;
  const own = CEREMONY_ROLES.map((role) =>
    activeKey(role, MANIFEST_PURPOSE, roles[role].keyId, publicKeyHex(roles[role])),
  );
  return [...own, ...listed];
}

/**
 * Returns the active Ed25519 keys of the trust bundle. The signer's manifest key is included only
 * for development manifests.
 */
export function serviceKeys(
  services: readonly PinnedKey[],
  { development }: { readonly development: boolean },
): readonly VeilKeyEntry[] {
  return services
    .filter((key) => !isRetired(key))
    .filter(isListed(development))
    .map(({ service, purpose, key_id, public_key }) =>
      activeKey(service, purpose, key_id, public_key),
    );
}

function isListed(development: boolean) {
  return ({ algorithm, purpose }: PinnedKey) =>
    algorithm === "Ed25519" && (development || purpose !== MANIFEST_PURPOSE);
}

/** Creates the entry of a key that no manifest has listed yet. */
function entryOf({ service, purpose, key_id, public_key, not_before }: PinnedKey): VeilKeyEntry {
  const entry = activeKey(service, purpose, key_id, public_key);
  return { ...entry, ...(not_before !== undefined && { not_before }) };
}

function activeKey(
  service_id: string,
  purpose: string,
  key_id: string,
  public_key: string,
): VeilKeyEntry {
  return { service_id, key_id, public_key, purpose, algorithm: "Ed25519", key_state: "active" };
}

function byPosition(left: VeilKeyEntry, right: VeilKeyEntry): number {
  const [a, b] = [left, right].map((key) => `${key.service_id}/${key.purpose}/${key.key_id}`);
  return (a ?? "") < (b ?? "") ? -1 : 1;
}
