import type { TrustBundle } from "@veil/crypto";
import { type NoteKey, noteKey } from "@veil/veil/log";

/** Returns the log's pinned keys, both the current one and earlier ones. */
export function logKeysOf({ keys }: TrustBundle, origin: string): readonly NoteKey[] {
  return keys
    .filter(({ service, purpose }) => service === "audit" && purpose === "checkpoint")
    .map(({ public_key }) => noteKey(origin, "ed25519", Buffer.from(public_key, "hex")));
}
