import type { VeilKeyEntry } from "@veil/contracts/signer";
import { isRetired } from "@veil/crypto";

/** Names the active ones of `keys` in a text that can be compared. */
export function activeKeyNames(keys: readonly VeilKeyEntry[]): string {
  return keys
    .filter((key) => !isRetired(key))
    .map((key) => `${key.service_id}/${key.purpose}/${key.key_id}/${key.public_key}`)
    .toSorted()
    .join("\n");
}
