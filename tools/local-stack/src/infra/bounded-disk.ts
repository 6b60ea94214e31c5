import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** A file system of bounded size, which can be filled. */
export interface BoundedDisk {
  /** Writes a file until nothing more fits. */
  fill(): Promise<void>;
  /** Removes that file. */
  free(): void;
  /** Ends the file system and its content. No process may use it any more. */
  unmount(): void;
}

interface DiskOptions {
  readonly bytes: number;
  /** The mode of the folder. */
  readonly mode: number;
}

const CHUNK = Buffer.alloc(1024 * 1024);

/**
 * Mounts a file system in memory at a folder, which it creates. @throws Error with the message of
 * `mount`, such as for a user who may not mount
 */
export function mountDisk(folder: string, { bytes, mode }: DiskOptions): BoundedDisk {
  mkdirSync(folder, { recursive: true, mode });
  const options = `size=${bytes},mode=${mode.toString(8)}`;
  execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { stdio: "pipe" });
  const filler = path.join(folder, "filler");
  return {
    fill: () => writeUntilFull(filler),
    free: () => rmSync(filler, { force: true }),
    unmount: () => void execFileSync("umount", [folder], { stdio: "pipe" }),
  };
}

async function writeUntilFull(file: string): Promise<void> {
  const handle = await open(file, "a", 0o600);
  try {
    // A write that does not fit as a whole writes what fits, and the next one fails.
    for (;;) await handle.write(CHUNK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    await handle.close();
  }
}

/** Returns why this process cannot mount a disk, or undefined if it can. */
export function reasonAgainstDisks(): string | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), "veil-disk-"));
  try {
    mountDisk(folder, { bytes: CHUNK.length, mode: 0o700 }).unmount();
    return undefined;
  } catch (error) {
    const lines = (error as Error).message.split("\n");
    const line = lines.find((each) => each.startsWith("mount: ")) ?? lines[0] ?? "";
    const reason = line.replaceAll(`${folder}: `, "");
    return `a disk of bounded size cannot be mounted here, which needs root on Linux (${reason})`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
