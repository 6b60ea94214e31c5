import { type ChildProcess, spawn } from "node:child_process";
import type { Writable } from "node:stream";

/**
 * Each line is the whole list, `<signal>:<process>` between blanks. At the end of the input everybody on the
 * last one is asked to end, and after three seconds made to.
 */
const SCRIPT = `
set -u
list=""
while read -r line; do list="$line"; done
for entry in $list; do kill -s CONT "\${entry#*:}"; kill -s "\${entry%%:*}" "\${entry#*:}"; done
sleep 3
for entry in $list; do kill -s KILL "\${entry#*:}"; done
`;

/**
 * Ends processes when this one is gone, by whatever means: a process that is killed cannot clean up. It is a
 * shell waiting for the end of its input, in a group of its own so that Ctrl-C does not reach it.
 */
export class Watchdog {
  readonly #shell: ChildProcess;
  readonly #input: Writable;
  readonly #wards = new Map<number, NodeJS.Signals>();

  constructor() {
    this.#shell = spawn("/bin/sh", ["-c", SCRIPT], {
      detached: true,
      env: { PATH: "/usr/bin:/bin" },
      stdio: ["pipe", "ignore", "ignore"],
    });
    if (this.#shell.stdin === null) throw new Error("The watchdog has no input");
    this.#input = this.#shell.stdin;
    this.#input.on("error", () => undefined);
    this.#shell.on("error", () => undefined);
    this.#shell.unref();
  }

  /** @param signal - what asks that process to end */
  watch(pid: number, signal: NodeJS.Signals): void {
    this.#wards.set(pid, signal);
    this.#tell();
  }

  /** Call when the process has ended: its number may be given to another. */
  forget(pid: number): void {
    this.#wards.delete(pid);
    this.#tell();
  }

  /** The watchdog ends, and touches nobody. */
  dismiss(): void {
    this.#wards.clear();
    this.#tell();
    this.#shell.kill("SIGKILL");
  }

  #tell(): void {
    const entries = [...this.#wards].map(([pid, signal]) => `${signal.slice(3)}:${pid}`);
    this.#input.write(`${entries.join(" ")}\n`);
  }
}
