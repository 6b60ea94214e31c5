import { existsSync, mkdirSync, statSync } from "node:fs";
import { link, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { randomHex, systemRandomBytes } from "./random.ts";
import { VerificationError } from "./verification-error.ts";

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
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
  { mode, replace = true }: WriteOptions,
): Promise<void> {
  const draft = `${file}.${randomHex(systemRandomBytes, 4)}.tmp`;
  try {
    const handle = await open(draft, "wx", mode);
    try {
      await writeFile(handle, content);
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

/**
 * Creates a folder, and the folders above it that do not exist. It does not use `recursive` of
 * `mkdir`, which never ends where the system refuses a folder with ENOENT, as below /proc.
 * @throws Error that names the folder that cannot be created
 */
export function createFolder(folder: string, mode?: number): void {
  if (isFolder(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) createFolder(above, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (cause) {
    // Another process may have created it meanwhile.
    if (isFolder(folder)) return;
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(`Cannot create the folder ${folder}: ${code}`, { cause });
  }
}

function isFolder(file: string): boolean {
  return existsSync(file) && statSync(file).isDirectory();
}

export async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Reads a gzip file in chunks, decompressed.
 * @throws VerificationError `malformed` when the file is not exactly one complete gzip stream; the
 * system's error when it cannot be read
 */
export async function* readCompressed(file: string): AsyncGenerator<Uint8Array> {
  const handle = await open(file);
  const { size } = await handle.stat();
  const unzip = createGunzip();
  // An error of either stream destroys `unzip`, so the loop throws it.
  pipeline(handle.createReadStream(), unzip, () => undefined);
  try {
    yield* unzip;
  } catch (cause) {
    if (!String((cause as { code?: unknown }).code).startsWith("Z_")) throw cause;
    throw new VerificationError("malformed", "not a complete gzip file", { cause });
  }
  // zlib ignores what follows the end of the stream if it begins with a zero byte.
  if (unzip.bytesWritten !== size)
    throw new VerificationError("malformed", "more bytes follow the gzip stream");
}
