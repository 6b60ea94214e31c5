import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ChildExit, childExit } from "../process/child-exit.ts";
import type { Watchdog } from "../process/watchdog.ts";

interface ProgramOptions {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly readyMs: number;
  readonly isReady: () => Promise<boolean>;
  readonly watchdog: Watchdog;
}

interface RunningProgram {
  stop(): Promise<void>;
  kill(): Promise<void>;
}

const STOP_MS = 10_000;
const OUTPUT_CHARS = 2_000;

/** Starts a program in its own process group. @throws Error when it does not become ready */
export async function startProgram(options: ProgramOptions): Promise<RunningProgram> {
  const { name, watchdog, folder } = options;
  const child = spawnGroup(options);
  const exited = childExit(child);
  const group = -(child.pid ?? 0);
  if (group !== 0) watchdog.watch(group, "SIGTERM");
  const stop = async () => {
    await stopGroup(child, exited);
    watchdog.forget(group);
  };
  const kill = async () => {
    killGroup(child.pid ?? 0);
    await exited;
    watchdog.forget(group);
  };
  if (await untilReady(options, exited)) return { stop, kill };
  await stop();
  throw new Error(`${name} did not start. It wrote: ${lastOutput(folder)}`);
}

/** The message includes the output, because a test's folder is deleted with the test. */
function lastOutput(folder: string): string {
  const output = readFileSync(path.join(folder, "output.log"), "utf8").trim();
  return output === "" ? "nothing" : output.slice(-OUTPUT_CHARS);
}

function spawnGroup({ program, args, env, folder }: ProgramOptions): ChildProcess {
  const log = openSync(path.join(folder, "output.log"), "a", 0o600);
  try {
    return spawn(program, args, {
      env: { PATH: "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin", ...env },
      cwd: folder,
      detached: true,
      stdio: ["ignore", log, log],
    });
  } finally {
    closeSync(log);
  }
}

async function untilReady({ readyMs, isReady }: ProgramOptions, exited: Promise<ChildExit>) {
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  const deadline = Date.now() + readyMs;
  while (!ended && Date.now() < deadline) {
    if (await isReady()) return true;
    await sleep(50);
  }
  return false;
}

async function stopGroup(child: ChildProcess, exited: Promise<ChildExit>): Promise<void> {
  if (child.pid === undefined) return;
  child.kill("SIGTERM");
  const cut = setTimeout(() => killGroup(child.pid ?? 0), STOP_MS);
  await exited;
  clearTimeout(cut);
  killGroup(child.pid);
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {}
}
