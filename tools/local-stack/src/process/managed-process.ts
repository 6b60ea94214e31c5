import type { ChildProcess } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type ChildExit, childExit } from "./child-exit.ts";
import { cpuTime } from "./cpu-time.ts";
import { spawnDetached } from "./spawn-detached.ts";
import { stopChild } from "./stop-child.ts";
import type { Watchdog } from "./watchdog.ts";

interface ManagedProcessOptions {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly watchdog: Watchdog;
  readonly onUnexpectedExit: (name: string, exit: ChildExit) => void;
}

export class ManagedProcess {
  readonly #options: ManagedProcessOptions;
  #child: ChildProcess | undefined;
  #exited: Promise<ChildExit> = Promise.resolve({ code: 0, signal: null });
  #exitIsExpected = false;

  constructor(options: ManagedProcessOptions) {
    this.#options = options;
    mkdirSync(path.dirname(options.logFile), { recursive: true, mode: 0o700 });
    writeFileSync(options.logFile, "", { mode: 0o600 });
  }

  get name(): string {
    return this.#options.name;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** The CPU time in clock ticks, or undefined if the system does not report it. */
  get cpuTime(): number | undefined {
    return cpuTime(this.pid);
  }

  start(): void {
    if (this.#child !== undefined) throw new Error(`${this.name} is already running`);
    this.#exitIsExpected = false;
    const { args, env, logFile } = this.#options;
    const child = spawnDetached(process.execPath, args, { env, logFile, cwd: "/" });
    const exited = childExit(child);
    this.#child = child;
    this.#exited = exited;
    if (child.pid !== undefined) this.#options.watchdog.watch(child.pid, "SIGTERM");
    void exited.then((exit) => this.#ended(child, exit));
  }

  /** Stops the process, and kills it if it still runs after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    this.#exitIsExpected = true;
    const exited = this.#exited;
    const stopped = stopChild({ child, exited, signal: "SIGTERM", graceMs });
    child.kill("SIGCONT");
    await stopped;
  }

  /** Kills the process. The exit counts as expected. */
  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    this.#exitIsExpected = true;
    this.#child?.kill(signal);
    await this.#exited;
  }

  /** Suspends the process without closing its connections. */
  pause(): void {
    this.#child?.kill("SIGSTOP");
  }

  resume(): void {
    this.#child?.kill("SIGCONT");
  }

  logs(): string {
    return readFileSync(this.#options.logFile, "utf8");
  }

  #ended(child: ChildProcess, exit: ChildExit): void {
    if (child.pid !== undefined) this.#options.watchdog.forget(child.pid);
    if (this.#child === child) this.#child = undefined;
    if (!this.#exitIsExpected) this.#options.onUnexpectedExit(this.name, exit);
  }
}
