import type { VeilKeysManifest } from "@veil/contracts/signer";
import type { PinnedKey } from "@veil/crypto";

type ManifestKeys = VeilKeysManifest["keys"];

/** The Ed25519 keys of the trust bundle, in an order that does not depend on the file's. */
export function manifestKeys(pinned: readonly PinnedKey[]): ManifestKeys {
  return pinned
    .filter(({ algorithm }) => algorithm === "Ed25519")
    .map(({ service, key_id, public_key, purpose }) => ({
      service_id: service,
      key_id,
      public_key,
      purpose,
      algorithm: "Ed25519" as const,
      key_state: "active" as const,
    }))
    .sort((a, b) => compare(position(a), position(b)));
}

function position({ service_id, purpose, key_id }: ManifestKeys[number]): string {
  return `${service_id}/${purpose}/${key_id}`;
}

function compare(left: string, right: string): number {
  return left < right ? -1 : 1;
}
