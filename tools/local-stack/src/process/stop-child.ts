import type { ChildProcess } from "node:child_process";
import type { ChildExit } from "./child-exit.ts";

interface StopOptions {
  readonly child: ChildProcess;
  readonly exited: Promise<ChildExit>;
  readonly signal: NodeJS.Signals;
  /** The time after which the child gets `lastSignal`. */
  readonly graceMs: number;
  readonly lastSignal?: NodeJS.Signals;
}

export async function stopChild(options: StopOptions): Promise<void> {
  const { child, exited, signal, graceMs, lastSignal = "SIGKILL" } = options;
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  const cut = setTimeout(() => child.kill(lastSignal), graceMs);
  await exited;
  clearTimeout(cut);
}
