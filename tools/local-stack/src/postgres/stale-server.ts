import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const STOP_MS = 5_000;

/**
 * Parts of the lock file, whose lines are pid, data folder, start, port, socket folder, address,
 * memory and state.
 */
interface Lock {
  readonly pid: number;
  readonly port: string;
  readonly state: string;
}

/**
 * Cleans up after a killed run. Stops a server that outlived the run, then kills the processes that
 * a killed server left behind, whose shared memory would prevent the next server from starting.
 * Removes a lock file whose process id was reused, because PostgreSQL would refuse to start with
 * it. Does nothing without /proc; then PostgreSQL's own check decides.
 * @throws Error when a process does not exit
 */
export async function clearStaleServer(data: string): Promise<void> {
  const lock = readLock(data);
  if (lock === undefined || !existsSync("/proc/self")) return;
  if (isServerOf(lock)) await end(lock);
  await killLeft(data);
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

/** Compares the process's arguments, because a process id may be reused. */
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

/**
 * Kills the processes that a killed server left behind. They have no work left, and PostgreSQL
 * recovers the data as after any crash.
 */
async function killLeft(data: string): Promise<void> {
  const deadline = Date.now() + STOP_MS;
  for (let left = processesIn(data); left.length > 0; left = processesIn(data)) {
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL (processes ${left.join(", ")}) did not end`);
    for (const pid of left) kill(pid);
    await sleep(20);
  }
}

/**
 * Finds processes by their working directory, which is the data folder for every process of a
 * server. Command lines are less reliable: just after a fork, a process has the command line of the
 * server, and it is empty while the memory of a killed process is released.
 */
export function processesIn(data: string): readonly number[] {
  const folder = realpathSync(data);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && isLeftIn(name, folder))
    .map(Number);
}

function isLeftIn(pid: string, folder: string): boolean {
  try {
    const name = textOf(`/proc/${pid}/comm`).trimEnd();
    return name === "postgres" && readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    // The process has ended, or belongs to another user.
    return false;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
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
