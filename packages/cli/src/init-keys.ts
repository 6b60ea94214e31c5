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
import { createKeySet, KEY_OWNERS, trustOf } from "@veil/veil";

const PEPPER = "gateway.pepper";
const DATA_KEY = "gateway.data-key";

/** Public; derived from the others. */
export const TRUST_FILE = "trust.json";

/** These cannot be restored. */
export const SECRET_KEY_FILES: readonly string[] = [...KEY_OWNERS.map(keyFileOf), PEPPER, DATA_KEY];

export interface InitKeysOptions {
  /** Makes useless what was sealed or signed with the former keys. */
  readonly force?: boolean;
  readonly random?: RandomBytes;
}

interface NewFile {
  readonly name: string;
  readonly content: string;
  readonly mode: number;
}

/**
 * A file appears completely or not at all; `trust.json` appears last.
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
 * A key file of a service that needs none is ignored.
 * @throws VerificationError for a malformed key file; Error when `trust.json` exists, when a key file is missing, or
 * when others may write into `folder`
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

/** Others who may write there could pin other keys. */
async function requirePrivateFolder(folder: string): Promise<void> {
  const { mode } = await lstat(folder);
  if ((mode & 0o022) !== 0)
    throw new Error(`${folder} is writable by other users; use a private folder`);
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
