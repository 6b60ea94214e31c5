import { open, readdir } from "node:fs/promises";
import path from "node:path";
import { PACK_FOLDERS } from "@veil/contracts/public/compliance/evidence";
import type { NamedBytes } from "../domain/evidence/pack-documents.ts";

const MAX_FILES = 16;
const MAX_BYTES = 16 * 1024 * 1024;
/** Other names, such as those that Kubernetes adds to a mounted folder, are skipped. */
const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/;

/**
 * Reads the operator's files for evidence packs.
 * @throws Error when the folder has too many or too large files, or cannot be read
 */
export async function readOperatorFiles(folder: string | undefined): Promise<NamedBytes[]> {
  if (folder === undefined) return [];
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).sort();
  if (names.length > MAX_FILES) throw new Error(`${folder} has more than ${MAX_FILES} files`);
  return await Promise.all(
    names.map(async (name) => ({
      name: PACK_FOLDERS.operator + name,
      bytes: await readFile(path.join(folder, name)),
    })),
  );
}

async function readFile(file: string): Promise<Buffer> {
  await using handle = await open(file);
  const { size } = await handle.stat();
  if (size > MAX_BYTES) throw new Error(`${file} is larger than ${MAX_BYTES} bytes`);
  return await handle.readFile();
}
