import type { VeilKeyEntry } from "@veil/contracts/signer";
import { isRetired } from "@veil/crypto";

/** Lists the active keys in a sorted string, so that two sets of keys can be compared. */
export function activeKeyNames(keys: readonly VeilKeyEntry[]): string {
  return keys
    .filter((key) => !isRetired(key))
    .map((key) => `${key.service_id}/${key.purpose}/${key.key_id}/${key.public_key}`)
    .toSorted()
    .join("\n");
}
