import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const STOP_MS = 5_000;

/** The lock file has process id, data folder, start, port, socket folder, address, memory, state. */
interface Lock {
  readonly pid: number;
  readonly port: string;
  readonly state: string;
}

/**
 * After a killed run: ends a server that outlived it, and removes a lock file whose process id was reused, with which
 * PostgreSQL would refuse to start. Without /proc, PostgreSQL's own check decides.
 * @throws Error when that server does not end
 */
export async function clearStaleServer(data: string): Promise<void> {
  const lock = readLock(data);
  if (lock === undefined || !existsSync("/proc/self")) return;
  if (isServerOf(lock)) await end(lock);
  rmSync(lockFile(data), { force: true });
}

export function isReady(data: string, pid: number): boolean {
  const lock = readLock(data);
  return lock?.pid === pid && lock.state === "ready";
}

function lockFile(data: string): string {
  return path.join(data, "postmaster.pid");
}

function readLock(data: string): Lock | undefined {
  const [pid, , , port = "", , , , state = ""] = textOf(lockFile(data)).split("\n");
  const number = Number(pid);
  const valid = Number.isSafeInteger(number) && number > 1;
  return valid ? { pid: number, port: port.trim(), state: state.trim() } : undefined;
}

/** Compares its arguments, because a process id may be reused. */
function isServerOf({ pid, port }: Lock): boolean {
  const args = textOf(`/proc/${pid}/cmdline`).split("\0");
  return path.basename(args[0] ?? "") === "postgres" && args[args.indexOf("-p") + 1] === port;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

async function end(lock: Lock): Promise<void> {
  process.kill(lock.pid, "SIGINT");
  const deadline = Date.now() + STOP_MS;
  while (isServerOf(lock)) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${lock.pid}) did not end`);
    await sleep(20);
  }
}
