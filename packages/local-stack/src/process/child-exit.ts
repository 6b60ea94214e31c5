import type { ChildProcess } from "node:child_process";

/** How a process ended: with an exit code or by a signal. */
export interface ChildExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Resolves when the process has ended; one that could not be started has exit code 127. */
export function childExit(child: ChildProcess): Promise<ChildExit> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    child.once("error", () => {
      if (child.pid === undefined) resolve({ code: 127, signal: null });
    });
  });
}
