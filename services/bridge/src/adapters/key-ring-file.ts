import { open, readFile, rename, rm, stat } from "node:fs/promises";
import { type RandomBytes, randomHex } from "@veil/crypto";
import { KEY_ID_BYTES, KEY_SECRET_BYTES } from "../domain/key-schedule.ts";
import type { TokenKey } from "../ports.ts";

interface StoredKey {
  readonly id: string;
  readonly secret: string;
  readonly created_at: string;
}

/** The keys in the file, oldest first; none when there is no file. @throws Error without any content. */
export async function readKeyRing(file: string): Promise<readonly TokenKey[]> {
  if (!(await isPrivateFile(file))) return [];
  const keys = parse(await readFile(file, "utf8")).map(toKey);
  return keys.sort((a, b) => a.createdAtMs - b.createdAtMs);
}

/** Replaces the file as a whole: a crash leaves the old ring or the new one. */
export async function writeKeyRing(
  file: string,
  keys: readonly TokenKey[],
  random: RandomBytes,
): Promise<void> {
  const draft = `${file}.${randomHex(random, 4)}.tmp`;
  try {
    const handle = await open(draft, "wx", 0o600);
    try {
      await handle.writeFile(`${JSON.stringify({ version: 1, keys: keys.map(toStored) })}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

async function isPrivateFile(file: string): Promise<boolean> {
  try {
    const { mode } = await stat(file);
    if ((mode & 0o077) !== 0) throw new Error("Key ring: the file must have mode 0600");
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return false;
    throw error;
  }
}

/** The parser's own message quotes the text, which is keys. */
function parse(json: string): readonly StoredKey[] {
  try {
    const { version, keys } = JSON.parse(json) as { version?: unknown; keys?: unknown };
    if (version === 1 && Array.isArray(keys)) return keys as readonly StoredKey[];
  } catch {
    throw new Error("Key ring: the file is not JSON");
  }
  throw new Error("Key ring: the file has an unknown form");
}

function toKey({ id, secret, created_at }: StoredKey): TokenKey {
  const key: TokenKey = {
    id: Buffer.from(String(id), "hex"),
    secret: Buffer.from(String(secret), "hex"),
    createdAtMs: Date.parse(created_at),
  };
  const whole = key.id.length === KEY_ID_BYTES && key.secret.length === KEY_SECRET_BYTES;
  if (!whole || Number.isNaN(key.createdAtMs)) throw new Error("Key ring: a key is malformed");
  return key;
}

function toStored({ id, secret, createdAtMs }: TokenKey): StoredKey {
  const created_at = new Date(createdAtMs).toISOString();
  return { id: id.toString("hex"), secret: secret.toString("hex"), created_at };
}
