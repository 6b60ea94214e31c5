import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";

interface DetachedOptions {
  readonly logFile: string;
  readonly cwd: string;
  /** All variables of the process, which inherits none. */
  readonly env: Readonly<Record<string, string>>;
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * Starts a process in a separate group, so that Ctrl-C reaches only this process, which then stops
 * the others in order. The output goes to a file, because this process may be busy or may have
 * exited.
 */
export function spawnDetached(
  program: string,
  args: readonly string[],
  { logFile, ...options }: DetachedOptions,
): ChildProcess {
  const log = openSync(logFile, "a", 0o600);
  try {
    return spawn(program, args, { ...options, detached: true, stdio: ["ignore", log, log] });
  } finally {
    closeSync(log);
  }
}
