import { lstat, mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import {
  type PrincipalName,
  type RandomBytes,
  randomHex,
  readServiceKeyFile,
  systemRandomBytes,
  type TrustBundleFile,
  VerificationError,
} from "@veil/crypto";
import { writeWhole } from "@veil/crypto/files";
import { createKeySet, KEY_OWNERS, trustOf } from "./key-set.ts";

const PEPPER = "gateway.pepper";
const DATA_KEY = "gateway.data-key";

/** The public file, which is derived from the others. */
export const TRUST_FILE = "trust.json";

/** The files that cannot be restored, by their names in the folder. */
export const SECRET_KEY_FILES: readonly string[] = [...KEY_OWNERS.map(keyFileOf), PEPPER, DATA_KEY];

export interface InitKeysOptions {
  /** Replace existing files. Everything that was sealed or signed with the former keys becomes useless. */
  readonly force?: boolean;
  readonly random?: RandomBytes;
}

interface NewFile {
  readonly name: string;
  readonly content: string;
  readonly mode: number;
}

/**
 * Creates all keys of a deployment: `<service>.keys.json`, `gateway.pepper` and `gateway.data-key` (32 random
 * bytes, hexadecimal), mode 0600, and the pinned `trust.json`, mode 0644, in `folder`, which is created with
 * mode 0700. A file appears completely or not at all; `trust.json` appears last.
 *
 * @returns the paths of the files written
 * @throws Error when a file exists and `force` is not set, or when others may write into `folder`
 */
export async function initKeys(
  folder: string,
  { force = false, random = systemRandomBytes }: InitKeysOptions = {},
): Promise<readonly string[]> {
  const files = newFiles(random);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await requirePrivateFolder(folder);
  if (!force) await requireAbsent(folder, files);
  for (const { name, content, mode } of files)
    await writeWhole(path.join(folder, name), content, { mode, replace: force });
  return files.map(({ name }) => path.join(folder, name));
}

/**
 * Writes `trust.json` again, from the private keys in `folder`. A key file of a service that needs none is ignored.
 *
 * @throws VerificationError when a key file is malformed or not its principal's; Error when `trust.json` exists, when a
 * key file is missing, or when others may write into `folder`
 */
export async function rebuildTrust(folder: string): Promise<void> {
  await requirePrivateFolder(folder);
  const services = await Promise.all(
    KEY_OWNERS.map(async (name) => {
      const file = path.join(folder, keyFileOf(name));
      const keys = readServiceKeyFile(await readFile(file, "utf8"));
      if (keys.service !== name)
        throw new VerificationError("wrong_owner", `${file} contains the keys of ${keys.service}`);
      return keys;
    }),
  );
  const { name, content, mode } = trustFile(trustOf(services));
  await writeWhole(path.join(folder, name), content, { mode, replace: false });
}

function keyFileOf(principal: PrincipalName): string {
  return `${principal}.keys.json`;
}

function trustFile(trust: TrustBundleFile): NewFile {
  return { name: TRUST_FILE, content: json(trust), mode: 0o644 };
}

function newFiles(random: RandomBytes): readonly NewFile[] {
  const { services, trust } = createKeySet(random);
  const secret = (name: string, content: string): NewFile => ({ name, content, mode: 0o600 });
  return [
    ...services.map((keys) => secret(keyFileOf(keys.service), json(keys))),
    secret(PEPPER, `${randomHex(random, 32)}\n`),
    secret(DATA_KEY, `${randomHex(random, 32)}\n`),
    trustFile(trust),
  ];
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Another user who may write into the folder could pin other keys. */
async function requirePrivateFolder(folder: string): Promise<void> {
  const { mode } = await lstat(folder);
  if ((mode & 0o022) !== 0)
    throw new Error(`${folder} is writable for other users; use a private folder`);
}

async function requireAbsent(folder: string, files: readonly NewFile[]): Promise<void> {
  for (const { name } of files) {
    const file = path.join(folder, name);
    if (await exists(file)) throw new Error(`${file} exists; --force replaces all keys`);
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return false;
    throw error;
  }
}
