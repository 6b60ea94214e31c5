import path from "node:path";
import {
  type KeyPurpose,
  type PrincipalName,
  type RandomBytes,
  type ServiceKeyFile,
  systemRandomBytes,
} from "@veil/crypto";
import { KEY_OWNERS, withMissingKeys, withMissingPins } from "@veil/veil";
import {
  exists,
  keyFile,
  keyFileOf,
  keysIn,
  pinsIn,
  requirePrivateFolder,
  trustFile,
  writeInto,
} from "./key-folder.ts";

/** The purposes for which a key file got new keys. */
export interface AddedKeys {
  readonly file: string;
  readonly purposes: readonly KeyPurpose[];
}

/**
 * Adds the keys that an older version did not create, and pins them in `trust.json`. No other key
 * changes. Each file has either its old or its new content. After an interruption, the next run
 * completes the rest.
 * @returns the added keys; empty when there was nothing to add
 * @throws Error when `trust.json` is missing, when the key file of an owner with pinned keys is
 * missing, or when `folder` is writable by other users; VerificationError for a malformed file
 */
export async function upgradeKeys(
  folder: string,
  random: RandomBytes = systemRandomBytes,
): Promise<readonly AddedKeys[]> {
  await requirePrivateFolder(folder);
  const pins = await pinsIn(folder);
  const before = await existingKeys(folder, await ownersWithoutFile(folder));
  const after = withMissingKeys(before, random);
  const changed = after.filter(({ service, keys }) => keys.length > keysOf(before, service).length);
  for (const keys of changed) await writeInto(folder, keyFile(keys));
  const trust = withMissingPins({ keys: pins }, after);
  // Writes the bundle last, so that an interrupted run leaves only keys that are not pinned yet.
  if (trust.keys.length > pins.length) await writeInto(folder, trustFile(trust));
  return changed.map(({ service, keys }) => ({
    file: path.join(folder, keyFileOf(service)),
    purposes: keys.slice(keysOf(before, service).length).map(({ purpose }) => purpose),
  }));
}

/**
 * Returns the names of key files that `upgradeKeys` will create, because `trust.json` pins no keys
 * of their owners.
 */
export async function newKeyFiles(folder: string): Promise<readonly string[]> {
  const known = (await pinsIn(folder)).map(({ service }) => service);
  const without = await ownersWithoutFile(folder);
  return without.filter((owner) => !known.includes(owner)).map(keyFileOf);
}

async function ownersWithoutFile(folder: string): Promise<readonly PrincipalName[]> {
  const present = await Promise.all(
    KEY_OWNERS.map((owner) => exists(path.join(folder, keyFileOf(owner)))),
  );
  return KEY_OWNERS.filter((_, index) => present[index] === false);
}

async function existingKeys(
  folder: string,
  without: readonly PrincipalName[],
): Promise<readonly ServiceKeyFile[]> {
  const created = await newKeyFiles(folder);
  const lost = without.map(keyFileOf).filter((name) => !created.includes(name));
  if (lost.length > 0)
    throw new Error(`${lost.join(", ")} in ${folder} must be restored: trust.json has its keys`);
  const owners = KEY_OWNERS.filter((owner) => !without.includes(owner));
  return Promise.all(owners.map((owner) => keysIn(path.join(folder, keyFileOf(owner)), owner)));
}

function keysOf(files: readonly ServiceKeyFile[], owner: PrincipalName): ServiceKeyFile["keys"] {
  return files.find(({ service }) => service === owner)?.keys ?? [];
}
