import { readFile, stat } from "node:fs/promises";
import { checkedJson } from "@veil/contracts/parsing";
import { writeWhole } from "@veil/crypto/files";
import { type Static, Type } from "typebox";
import { KEY_ID_BYTES, KEY_SECRET_BYTES } from "../domain/key-schedule.ts";
import type { TokenKey } from "../ports.ts";

const hex = (bytes: number) => Type.String({ pattern: `^[0-9a-f]{${2 * bytes}}$` });

const StoredKey = Type.Object({
  id: hex(KEY_ID_BYTES),
  secret: hex(KEY_SECRET_BYTES),
  created_at: Type.String({ format: "date-time" }),
});
type StoredKey = Static<typeof StoredKey>;

const parseKeyRing = checkedJson(
  Type.Object({ version: Type.Literal(1), keys: Type.Array(StoredKey) }),
);

/**
 * Returns the keys, oldest first, or no keys if the file does not exist.
 * @throws Error whose message contains nothing from the file
 */
export async function readKeyRing(file: string): Promise<readonly TokenKey[]> {
  if (!(await isPrivateFile(file))) return [];
  const keys = parse(await readFile(file, "utf8")).map(toKey);
  return keys.sort((a, b) => a.createdAtMs - b.createdAtMs);
}

export async function writeKeyRing(file: string, keys: readonly TokenKey[]): Promise<void> {
  const content = `${JSON.stringify({ version: 1, keys: keys.map(toStored) })}\n`;
  await writeWhole(file, content, { mode: 0o600 });
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

function parse(json: string): readonly StoredKey[] {
  try {
    return parseKeyRing(json).keys;
  } catch (cause) {
    throw new Error("Key ring: the file has an invalid format", { cause });
  }
}

function toKey({ id, secret, created_at }: StoredKey): TokenKey {
  return {
    id: Buffer.from(id, "hex"),
    secret: Buffer.from(secret, "hex"),
    createdAtMs: Date.parse(created_at),
  };
}

function toStored({ id, secret, createdAtMs }: TokenKey): StoredKey {
  const created_at = new Date(createdAtMs).toISOString();
  return { id: id.toString("hex"), secret: secret.toString("hex"), created_at };
}
