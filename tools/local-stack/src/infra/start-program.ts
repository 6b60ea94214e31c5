import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ChildExit, childExit } from "../process/child-exit.ts";
import { spawnDetached } from "../process/spawn-detached.ts";
import { stopChild } from "../process/stop-child.ts";
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
  signal(name: "SIGSTOP" | "SIGCONT"): void;
  hasEnded(): boolean;
}

/** A server whose crashes and pauses can be simulated. */
export interface CrashableServer {
  /** Kills all processes of the server. */
  kill(): Promise<void>;
  /** Starts the killed server again, with its data and at the same port. */
  start(): Promise<void>;
  /**
   * Waits until the server is ready, and starts it again whenever it has ended, as Kubernetes does.
   * It also starts RabbitMQ again when queues stay down, which is left to operators.
   * @throws Error when it does not become ready
   */
  revive(): Promise<void>;
  /** Suspends all processes of the server without closing their connections. */
  pause(): void;
  resume(): void;
  /** Stops the server, even if it is suspended. */
  stop(): Promise<void>;
}

/** Starts a program that can be killed and started again. @throws Error as `startProgram` does */
export async function startCrashable(options: ProgramOptions): Promise<CrashableServer> {
  let running = await startProgram(options);
  const start = async () => {
    running = await startProgram(options);
  };
  return {
    kill: () => running.kill(),
    start,
    revive: () => untilRevived({ ...options, hasEnded: () => running.hasEnded(), start }),
    pause: () => running.signal("SIGSTOP"),
    resume: () => running.signal("SIGCONT"),
    async stop() {
      running.signal("SIGCONT");
      await running.stop();
    },
  };
}

interface RevivedServer extends Pick<ProgramOptions, "name" | "readyMs" | "isReady"> {
  readonly hasEnded: () => boolean;
  readonly start: () => Promise<void>;
}

/** Does what `revive` of a `CrashableServer` promises. */
export async function untilRevived(server: RevivedServer): Promise<void> {
  const { name, readyMs, isReady, hasEnded, start } = server;
  const deadline = Date.now() + readyMs;
  while (hasEnded() || !(await isReady())) {
    if (Date.now() > deadline) throw new Error(`${name} did not become ready again`);
    if (hasEnded()) await start();
    else await sleep(50);
  }
}

const STOP_MS = 10_000;
const OUTPUT_CHARS = 2_000;
const PATH = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin";

/** Starts a program in a separate process group. @throws Error when it does not become ready */
export async function startProgram(options: ProgramOptions): Promise<RunningProgram> {
  const { name, program, args, watchdog, folder } = options;
  const logFile = path.join(folder, "output.log");
  const env = { PATH, ...options.env };
  const child = spawnDetached(program, args, { env, logFile, cwd: folder });
  const exited = childExit(child);
  const group = -(child.pid ?? 0);
  if (group !== 0) watchdog.watch(group, "SIGTERM");
  const kill = async () => {
    signalGroup(child.pid, "SIGKILL");
    await exited;
    watchdog.forget(group);
  };
  const stop = async () => {
    await stopChild({ child, exited, signal: "SIGTERM", graceMs: STOP_MS });
    await kill();
  };
  const signal = (name: NodeJS.Signals) => signalGroup(child.pid, name);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  if (await untilReady(options, exited)) return { stop, kill, signal, hasEnded };
  await stop();
  throw new Error(`${name} did not start. It wrote: ${lastOutput(logFile)}`);
}

/**
 * Returns the last output, for error messages, because the log file is deleted with the test's
 * folder.
 */
function lastOutput(logFile: string): string {
  const output = readFileSync(logFile, "utf8").trim();
  return output === "" ? "nothing" : output.slice(-OUTPUT_CHARS);
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

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {}
}
