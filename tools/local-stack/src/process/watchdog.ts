import { type ChildProcess, spawn } from "node:child_process";
import type { Writable } from "node:stream";

/**
 * The script of the watchdog. Each line of its input is the complete list of `<signal>:<process>`,
 * separated by spaces. At the end of the input, it sends every process of the last line its signal,
 * and SIGKILL after three seconds.
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
 * Stops processes when this process is killed and cannot clean up. A shell waits for the end of its
 * input, in a separate process group so that Ctrl-C does not reach it.
 */
export class Watchdog {
  readonly #shell: ChildProcess;
  readonly #input: Writable;
  readonly #childSignals = new Map<number, NodeJS.Signals>();

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

  watch(pid: number, signal: NodeJS.Signals): void {
    this.#childSignals.set(pid, signal);
    this.#sendList();
  }

  /** Removes the id of a process that has exited, because the system may reuse the id. */
  forget(pid: number): void {
    this.#childSignals.delete(pid);
    this.#sendList();
  }

  /** Stops the watchdog, but no other process. */
  dismiss(): void {
    this.#childSignals.clear();
    this.#sendList();
    this.#shell.kill("SIGKILL");
  }

  #sendList(): void {
    const entries = [...this.#childSignals].map(([pid, signal]) => `${signal.slice(3)}:${pid}`);
    this.#input.write(`${entries.join(" ")}\n`);
  }
}
