import type { ManifestContent, VeilKeyEntry } from "@veil/contracts/signer";

/** Lists the keys of a manifest and the changes, which a witness checks before signing. */
export function describeKeys(
  content: ManifestContent,
  previous: ManifestContent | undefined,
): string {
  const before = new Map(previous?.keys.map((key) => [key.key_id, key.key_state]));
  const lines = content.keys.map((key) => `  ${describeKey(key, before.get(key.key_id))}\n`);
  const { issuer, version, signed_at } = content;
  return `${issuer}, version ${version}, ${signed_at}\n${lines.join("")}`;
}

function describeKey(key: VeilKeyEntry, before: VeilKeyEntry["key_state"] | undefined): string {
  const { key_state, service_id, purpose, key_id, public_key, not_after } = key;
  const changed = before !== key_state;
  const state = changed ? (key_state === "active" ? "new" : "retired now") : key_state;
  const until = not_after === undefined ? "" : ` until ${not_after}`;
  return `${state.padEnd(12)}${`${service_id}/${purpose}`.padEnd(32)}${key_id} ${public_key}${until}`;
}
