import type { ChildProcess } from "node:child_process";

export interface ChildExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Waits for the exit of a child. The exit code is 127 for a process that could not be started. */
export function childExit(child: ChildProcess): Promise<ChildExit> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    child.once("error", () => {
      if (child.pid === undefined) resolve({ code: 127, signal: null });
    });
  });
}
