import type { VeilKeyEntry } from "@veil/contracts/signer";
import { isRetired } from "@veil/crypto";

/** The active ones of `keys`, as a text to compare. */
export function activeKeyNames(keys: readonly VeilKeyEntry[]): string {
  return keys
    .filter((key) => !isRetired(key))
    .map((key) => `${key.service_id}/${key.purpose}/${key.key_id}/${key.public_key}`)
    .toSorted()
    .join("\n");
}
