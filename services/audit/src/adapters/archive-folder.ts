import { access, open } from "node:fs/promises";
import path from "node:path";
import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { readCompressed, writeWhole } from "@veil/crypto/files";
import type { Archives } from "../checkpoints/checkpoint-ports.ts";

/** @param folder - must exist, and its file system must have hard links */
export function createArchiveFolder(folder: string): Archives {
  return {
    async add(name, lines) {
      const file = path.join(folder, name);
      if (!(await exists(file)))
        await writeWhole(file, compressed(lines), { mode: 0o600, replace: false });
      await syncFolder(folder);
    },
    read: (name) => readCompressed(path.join(folder, name)),
  };
}

function compressed(lines: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  const zip = createGzip();
  // An error of either stream destroys `zip`, so its reader throws it.
  pipeline(Readable.from(lines), zip, () => undefined);
  return zip;
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return false;
    throw error;
  }
}

/** Makes the file's name durable: the events are deleted next, on another disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
