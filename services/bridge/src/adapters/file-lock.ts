import { open, readFile, rm, stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { randomHex, systemRandomBytes } from "@veil/crypto";

const RETRY_MS = 20;

interface LockOptions {
  /** A lock older than this belongs to a dead process, because the work takes only milliseconds. */
  readonly staleAfterMs?: number;
  readonly giveUpAfterMs?: number;
}

/**
 * Runs `work` while this process holds the lock file. `work` must call `isMine` before it makes its
 * result visible, because a process that was paused for a long time may have lost the lock.
 * @throws Error when the lock does not become free in time
 */
export async function withFileLock<T>(
  file: string,
  work: (isMine: () => Promise<boolean>) => Promise<T>,
  { staleAfterMs = 10_000, giveUpAfterMs = 15_000 }: LockOptions = {},
): Promise<T> {
  const owner = randomHex(systemRandomBytes);
  const deadline = performance.now() + giveUpAfterMs;
  while (!(await take(file, owner))) {
    if (performance.now() > deadline) throw new Error("The lock is held by another process");
    if (await isStale(file, staleAfterMs)) await rm(file, { force: true });
    else await delay(RETRY_MS);
  }
  const isMine = async () => (await contentOf(file)) === owner;
  try {
    return await work(isMine);
  } finally {
    if (await isMine()) await rm(file, { force: true });
  }
}

async function take(file: string, owner: string): Promise<boolean> {
  try {
    const handle = await open(file, "wx", 0o600);
    try {
      await handle.writeFile(owner);
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === "EEXIST") return false;
    throw error;
  }
}

async function isStale(file: string, staleAfterMs: number): Promise<boolean> {
  try {
    return Date.now() - (await stat(file)).mtimeMs > staleAfterMs;
  } catch {
    return false;
  }
}

async function contentOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch {
    return undefined;
  }
}
