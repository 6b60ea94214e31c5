import { link, open, readFile, rename, rm } from "node:fs/promises";
import { randomHex, systemRandomBytes } from "./random.ts";

interface WriteOptions {
  /** The file's permissions, regardless of `umask`. */
  readonly mode: number;
  /**
   * Whether to replace an existing file, by default true. With false, it is kept even in a race
   * with another process.
   */
  readonly replace?: boolean;
}

/**
 * Writes a file atomically: after a crash, it has either the old or the new content.
 * @throws Error `EEXIST` when the file exists and must not be replaced
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
    // link() never replaces an existing file.
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
