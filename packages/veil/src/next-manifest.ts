import type { ManifestContent, VeilKeyEntry } from "@veil/contracts/signer";
import { type PinnedKey, VerificationError } from "@veil/crypto";
import { type ManifestPins, publicKeyHex } from "./manifest.ts";
import { manifestHash } from "./manifest-bytes.ts";
import { requireSoundManifest, requireSuccessor } from "./manifest-rules.ts";
import { CEREMONY_ROLES, MANIFEST_PURPOSE } from "./roles.ts";

export interface ManifestOrder {
  readonly issuer: string;
  /** The public keys of both roles. */
  readonly roles: ManifestPins;
  /** Of the trust bundle. */
  readonly services: readonly PinnedKey[];
  readonly previous?: ManifestContent | undefined;
  /** Since when a key that is not current any more must not be believed, by its id; else since now. */
  readonly endedAt?: ReadonlyMap<string, string> | undefined;
  readonly nowMs: number;
}

const SUPPORTED_PROTOCOL_VERSIONS = [1];

/**
 * The next manifest: the current keys are active, and those of the previous one that are not among them are retired now.
 * @throws VerificationError
 */
export function nextManifest(order: ManifestOrder): ManifestContent {
  const { issuer, previous, endedAt = new Map<string, string>(), nowMs } = order;
  const signed_at = `${new Date(nowMs).toISOString().slice(0, 19)}Z`;
  const before = previous?.keys ?? [];
  const current = currentKeys(order).map((key) => ({
    ...key,
    not_before: before.find(({ key_id }) => key_id === key.key_id)?.not_before ?? signed_at,
  }));
  const names = new Set(current.map(({ key_id }) => key_id));
  const retired = before
    .filter(({ key_id }) => !names.has(key_id))
    .map((key) => ({
      ...key,
      key_state: "retired" as const,
      not_after: key.not_after ?? endedAt.get(key.key_id) ?? signed_at,
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
  return content;
}

/** What a manifest of the deployment lists as active. The trust bundle's own key for manifests is of the development form. */
function currentKeys({ roles, services }: Pick<ManifestOrder, "roles" | "services">) {
  const own = CEREMONY_ROLES.map((role) =>
    activeKey(role, MANIFEST_PURPOSE, roles[role].keyId, publicKeyHex(roles[role])),
  );
  return [...own, ...serviceKeys(services)];
}

/** The Ed25519 keys of the trust bundle that every manifest lists. */
export function serviceKeys(services: readonly PinnedKey[]): readonly VeilKeyEntry[] {
  return services
    .filter(({ algorithm, purpose }) => algorithm === "Ed25519" && purpose !== MANIFEST_PURPOSE)
    .map(({ service, purpose, key_id, public_key }) =>
      activeKey(service, purpose, key_id, public_key),
    );
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
