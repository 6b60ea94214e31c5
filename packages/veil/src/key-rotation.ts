import {
  isRetired,
  type KeyPurpose,
  type PinnedKey,
  type PrincipalName,
  type RandomBytes,
  type ServiceKeyFile,
  type TrustBundleFile,
} from "@veil/crypto";
import { createKey, pinsOf, purposesOf } from "./key-set.ts";

/** The steps of a rotation. The operator must roll out each step before starting the next one. */
export const ROTATION_STEPS = ["add", "use", "retire"] as const;
export type RotationStep = (typeof ROTATION_STEPS)[number];

export interface RotatingFiles {
  /**
   * The service's private keys. If there are several keys for one signing purpose, the last one
   * signs.
   */
  readonly own: ServiceKeyFile;
  /** The public keys. If a service has several sealing keys, senders seal to the last one. */
  readonly trust: TrustBundleFile;
}

export interface RotationOrder {
  readonly purpose: KeyPurpose;
  readonly step: RotationStep;
  /** The current time: RFC 3339 in UTC, in whole seconds. */
  readonly now: string;
  /**
   * If the previous key was stolen, the time from which it must not be trusted. Defaults to now.
   */
  readonly ended?: string | undefined;
  readonly random: RandomBytes;
}

/**
 * Performs one step of a key rotation. It is idempotent, and completes a step that was interrupted
 * after only one of the two files was written.
 * - `add`: the new key exists and is pinned, but does not sign yet. A new sealing key is not pinned
 *   yet, so that no sender seals to it before its owner has it.
 * - `use`: the new key signs, or senders seal to it.
 * - `retire`: the previous keys expire, and their private keys are removed.
 * @throws Error when the previous step has not been done
 */
export function rotateKey(files: RotatingFiles, order: RotationOrder): RotatingFiles {
  const { service } = files.own;
  if (!purposesOf(service).includes(order.purpose))
    throw problem(`${service} has keys of these purposes: ${purposesOf(service).join(", ")}`);
  switch (order.step) {
    case "add":
      return added(files, order);
    case "use":
      return used(files, order);
    case "retire":
      return retired(files, order);
  }
}

function added({ own, trust }: RotatingFiles, order: RotationOrder): RotatingFiles {
  const { purpose, now } = order;
  const state = stateOf({ own, trust }, purpose);
  if (state.inUse.length > 1)
    throw problem("The rotation before has not ended: its step retire is missing");
  const isOpen = state.next !== undefined;
  const key = state.next ?? createKey(purpose, order.random);
  // Inserts the new key first, because the last key signs.
  const keys = isOpen ? own.keys : [key, ...own.keys];
  const isPinned = trust.keys.some(({ key_id }) => key_id === key.key_id);
  if (purpose === "sealing" || isPinned) return { own: { ...own, keys }, trust };
  return { own: { ...own, keys }, trust: pinned(trust, own.service, key, now) };
}

function used({ own, trust }: RotatingFiles, { purpose, now }: RotationOrder): RotatingFiles {
  const { next, inUse } = stateOf({ own, trust }, purpose);
  if (next === undefined && inUse.length > 1) return { own, trust };
  if (next === undefined) throw problem("There is no new key: the step add is missing");
  if (purpose === "sealing") return { own, trust: pinned(trust, own.service, next, now) };
  if (trust.keys.every(({ key_id }) => key_id !== next.key_id))
    throw problem("The new key is not pinned: the step add was interrupted");
  const others = own.keys.filter((key) => key !== next);
  return { own: { ...own, keys: [...others, next] }, trust };
}

function retired(
  { own, trust }: RotatingFiles,
  { purpose, now, ended = now }: RotationOrder,
): RotatingFiles {
  if (ended > now) throw problem("A key cannot end in the future");
  const { next, inUse } = stateOf({ own, trust }, purpose);
  if (next !== undefined) throw problem("The new key is not in use: the step use is missing");
  const hasRetired = trust.keys.some(
    (key) => key.service === own.service && key.purpose === purpose && isRetired(key),
  );
  if (inUse.length < 2 && !hasRetired)
    throw problem("This key has not been rotated: the step add is missing");
  const former = new Set(inUse.slice(0, -1).map(({ key_id }) => key_id));
  const keys = trust.keys.map((key) =>
    former.has(key.key_id) && !isRetired(key)
      ? { ...key, key_state: "retired" as const, not_after: ended }
      : key,
  );
  const over = new Set(keys.filter(isRetired).map(({ key_id }) => key_id));
  const kept = own.keys.filter(({ key_id }) => !over.has(key_id));
  return { own: { ...own, keys: kept }, trust: { ...trust, keys } };
}

type PrivateKey = ServiceKeyFile["keys"][number];

interface RotationState {
  /** The previous keys, and the key that currently signs or to which senders seal. */
  readonly inUse: readonly PrivateKey[];
  /** The key that was added but is not in use yet. */
  readonly next: PrivateKey | undefined;
}

function stateOf({ own, trust }: RotatingFiles, purpose: KeyPurpose): RotationState {
  const pins = new Map(trust.keys.map((key, index) => [key.key_id, { key, index }]));
  const keys = own.keys.filter(
    (key) => key.purpose === purpose && !isRetired(pins.get(key.key_id)?.key ?? {}),
  );
  const age = ({ key_id }: PrivateKey) => pins.get(key_id)?.index ?? Number.POSITIVE_INFINITY;
  const byAge = keys.toSorted((left, right) => (age(left) < age(right) ? -1 : 1));
  const newest = byAge.at(-1);
  const isInUse =
    newest === undefined ||
    keys.length === 1 ||
    (purpose === "sealing" ? pins.has(newest.key_id) : keys.at(-1) === newest);
  return isInUse ? { inUse: byAge, next: undefined } : { inUse: byAge.slice(0, -1), next: newest };
}

function pinned(
  trust: TrustBundleFile,
  service: PrincipalName,
  key: PrivateKey,
  not_before: string,
): TrustBundleFile {
  const pins: readonly PinnedKey[] = pinsOf({ service, keys: [key] });
  return { ...trust, keys: [...trust.keys, ...pins.map((pin) => ({ ...pin, not_before }))] };
}

function problem(text: string): Error {
  return new Error(text);
}
