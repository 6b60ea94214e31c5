import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
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

/** The source of a mount names the process that made it, by its id and its start. */
const MOUNT = /^veil-disk-(\d+)-(\d+) (\S+) tmpfs /gm;
const CHUNK = Buffer.alloc(1024 * 1024);

/**
 * Mounts a file system in memory at a folder, which it creates. First unmounts those of processes
 * that were killed. @throws Error with the message of `mount`, such as for a user who may not mount
 */
export function mountDisk(folder: string, { bytes, mode }: DiskOptions): BoundedDisk {
  unmountLeftovers();
  mkdirSync(folder, { recursive: true, mode });
  const options = `size=${bytes},mode=${mode.toString(8)}`;
  const source = `veil-disk-${process.pid}-${startOf(process.pid)}`;
  execFileSync("mount", ["-t", "tmpfs", "-o", options, source, folder], { stdio: "pipe" });
  const filler = path.join(folder, "filler");
  return {
    fill: () => writeUntilFull(filler),
    free: () => rmSync(filler, { force: true }),
    unmount: () => void execFileSync("umount", [folder], { stdio: "pipe" }),
  };
}

function unmountLeftovers(): void {
  const mounts = readFileSync("/proc/self/mounts", "utf8");
  for (const [, pid, start, escaped = ""] of mounts.matchAll(MOUNT)) {
    if (startOf(Number(pid)) === start) continue;
    const folder = escaped.replace(/\\(\d{3})/g, (_, octal) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    );
    // Lazily, because the watchdog may not have ended the servers of the killed process yet.
    execFileSync("umount", ["--lazy", folder], { stdio: "pipe" });
  }
}

/**
 * Returns when a process started, because a process id may be reused; undefined if it does not run.
 */
function startOf(pid: number): string | undefined {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  // The name, in parentheses, may contain spaces. The start is field 22.
  const stat = readFileSync(file, "utf8");
  return stat.slice(stat.lastIndexOf(")")).split(" ")[20];
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
