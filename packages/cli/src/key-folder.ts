import { lstat, readFile } from "node:fs/promises";
import path from "node:path";
import {
  type PinnedKey,
  type PrincipalName,
  parseTrustBundle,
  readServiceKeyFile,
  type ServiceKeyFile,
  type TrustBundleFile,
  VerificationError,
} from "@veil/crypto";
import { writeWhole } from "@veil/crypto/files";

/** The file of the trust bundle, which is public and derived from the other files. */
export const TRUST_FILE = "trust.json";

export interface KeyFolderFile {
  readonly name: string;
  readonly content: string;
  readonly mode: number;
}

export function keyFileOf(principal: PrincipalName): string {
  return `${principal}.keys.json`;
}

export function keyFile(keys: ServiceKeyFile): KeyFolderFile {
  return { name: keyFileOf(keys.service), content: json(keys), mode: 0o600 };
}

export function trustFile(trust: TrustBundleFile): KeyFolderFile {
  return { name: TRUST_FILE, content: json(trust), mode: 0o644 };
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/**
 * Reads a key file.
 * @throws VerificationError when `file` is malformed, or contains the keys of another owner
 */
export async function keysIn(file: string, owner: PrincipalName): Promise<ServiceKeyFile> {
  const keys = readServiceKeyFile(await readFile(file, "utf8"));
  if (keys.service !== owner)
    throw new VerificationError("wrong_owner", `${file} contains the keys of ${keys.service}`);
  return keys;
}

/** Reads the pinned keys. @throws VerificationError when the trust bundle is malformed */
export async function pinsIn(folder: string): Promise<readonly PinnedKey[]> {
  return parseTrustBundle(await readFile(path.join(folder, TRUST_FILE), "utf8")).keys;
}

/** Writes a file atomically: after an interruption, it has either the old or the new content. */
export function writeInto(folder: string, { name, content, mode }: KeyFolderFile): Promise<void> {
  return writeWhole(path.join(folder, name), content, { mode });
}

/** Throws if other users can write into the folder, because they could pin their own keys. */
export async function requirePrivateFolder(folder: string): Promise<void> {
  const { mode } = await lstat(folder);
  if ((mode & 0o022) !== 0)
    throw new Error(`${folder} is writable by other users; use a private folder`);
}

export async function exists(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return false;
    throw error;
  }
}
