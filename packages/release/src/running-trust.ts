import { canonicalJson, isRetired, type PinnedKey } from "@veil/crypto";

export interface RunningTrust {
  /** Where the bundle was found, for messages. */
  readonly name: string;
  readonly keys: readonly PinnedKey[];
}

/**
 * Compares the trust bundle that a service runs with the reviewed one. Every key must have the same
 * owner, purpose, value, state and validity, and the order must be the same, because senders seal to
 * the last sealing key.
 */
export function compareTrust(
  reviewed: readonly PinnedKey[],
  { name, keys: running }: RunningTrust,
): readonly string[] {
  const problems = [
    ...reviewed
      .filter((key) => keyWithId(running, key) === undefined)
      .map((key) => `${name} lacks ${labelOf(key)} of the reviewed trust bundle`),
    ...running.flatMap((key) => problemOf(name, key, keyWithId(reviewed, key))),
  ];
  if (problems.length > 0 || idsOf(running) === idsOf(reviewed)) return problems;
  return [
    `${name} has the reviewed keys in another order, and services seal to the last key; restore the order`,
  ];
}

function problemOf(
  name: string,
  key: PinnedKey,
  reviewed: PinnedKey | undefined,
): readonly string[] {
  const advice = "replace the bundle with the reviewed one, and find out who changed it";
  if (reviewed === undefined)
    return [`${name} has ${labelOf(key)}, which is not in the reviewed trust bundle; ${advice}`];
  if (contentOf(key) === contentOf(reviewed)) return [];
  return [`${name} differs from the reviewed trust bundle about ${labelOf(key)}; ${advice}`];
}

function keyWithId(keys: readonly PinnedKey[], { key_id }: PinnedKey): PinnedKey | undefined {
  return keys.find((one) => one.key_id === key_id);
}

const labelOf = ({ service, purpose, key_id }: PinnedKey) => `${service}/${purpose} key ${key_id}`;

const idsOf = (keys: readonly PinnedKey[]) => keys.map(({ key_id }) => key_id).join();

/** Returns what services use of an entry. `key_state` may be absent for an active key. */
function contentOf(key: PinnedKey): string {
  const { service, purpose, key_id, algorithm, public_key, not_before, not_after } = key;
  return canonicalJson({
    ...{ service, purpose, key_id, algorithm, public_key, retired: isRetired(key) },
    ...{ not_before: not_before ?? null, not_after: not_after ?? null },
  });
}
