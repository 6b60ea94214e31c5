import path from "node:path";
import { type RandomBytes, randomHex, systemRandomBytes } from "@veil/crypto";
import { createFolder, writeWhole } from "@veil/crypto/files";
import { createKeySet, KEY_OWNERS, trustOf } from "@veil/veil";
import {
  exists,
  type KeyFolderFile,
  keyFile,
  keyFileOf,
  keysIn,
  requirePrivateFolder,
  trustFile,
} from "./key-folder.ts";

export { TRUST_FILE } from "./key-folder.ts";

const PEPPER = "gateway.pepper";
const DATA_KEY = "gateway.data-key";

/** The files with private keys, which cannot be restored if they are lost. */
export const SECRET_KEY_FILES: readonly string[] = [...KEY_OWNERS.map(keyFileOf), PEPPER, DATA_KEY];

export interface InitKeysOptions {
  /**
   * Whether to replace existing keys. Everything that was sealed or signed with them becomes
   * useless.
   */
  readonly force?: boolean;
  readonly random?: RandomBytes;
}

/**
 * Creates all keys. It writes each file completely or not at all, and `trust.json` last.
 * @returns the paths of the written files
 * @throws Error when a file exists and `force` is not set, or when `folder` is writable by other
 * users
 */
export async function initKeys(
  folder: string,
  { force = false, random = systemRandomBytes }: InitKeysOptions = {},
): Promise<readonly string[]> {
  const files = newFiles(random);
  createFolder(folder, 0o700);
  await requirePrivateFolder(folder);
  if (!force) await requireAbsent(folder, files);
  for (const { name, content, mode } of files)
    await writeWhole(path.join(folder, name), content, { mode, replace: force });
  return files.map(({ name }) => path.join(folder, name));
}

/**
 * Creates `trust.json` from the private keys. It ignores the key file of a service that needs none.
 * @throws VerificationError for a malformed key file; Error when `trust.json` exists, when a key
 * file is missing, or when `folder` is writable by other users
 */
export async function rebuildTrust(folder: string): Promise<void> {
  await requirePrivateFolder(folder);
  const services = await Promise.all(
    KEY_OWNERS.map(async (name) => keysIn(path.join(folder, keyFileOf(name)), name)),
  );
  const { name, content, mode } = trustFile(trustOf(services));
  await writeWhole(path.join(folder, name), content, { mode, replace: false });
}

function newFiles(random: RandomBytes): readonly KeyFolderFile[] {
  const { services, trust } = createKeySet(random);
  const secret = (name: string, content: string): KeyFolderFile => ({ name, content, mode: 0o600 });
  return [
    ...services.map(keyFile),
    secret(PEPPER, `${randomHex(random, 32)}\n`),
    secret(DATA_KEY, `${randomHex(random, 32)}\n`),
    trustFile(trust),
  ];
}

async function requireAbsent(folder: string, files: readonly KeyFolderFile[]): Promise<void> {
  for (const { name } of files) {
    const file = path.join(folder, name);
    if (await exists(file)) throw new Error(`${file} exists; --force replaces all keys`);
  }
}
