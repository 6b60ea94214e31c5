import { link, open, readFile, rename, rm } from "node:fs/promises";
import { randomHex, systemRandomBytes } from "./random.ts";

interface WriteOptions {
  /** Permissions, independent of `umask`. */
  readonly mode: number;
  /** Default true. False keeps an existing file, also in a race with another process. */
  readonly replace?: boolean;
}

/**
 * After a crash the file has the old or the new content.
 * @throws Error `EEXIST` when it exists and must not be replaced
 */
export async function writeWhole(
  file: string,
  content: string | Uint8Array,
  { mode, replace = true }: WriteOptions,
): Promise<void> {
  const draft = `${file}.${randomHex(systemRandomBytes, 4)}.tmp`;
  try {
    const handle = await open(draft, "wx", mode);
    try {
      await handle.writeFile(content);
      await handle.chmod(mode);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // link() never replaces a file.
    await (replace ? rename(draft, file) : link(draft, file));
  } finally {
    await rm(draft, { force: true });
  }
}

export async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return undefined;
    throw error;
  }
}
