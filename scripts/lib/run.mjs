import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { ROOT } from "./root.mjs";

/** Runs a command with the servers that it needs, found or started. Must be built. */
export const WITH_INFRA = "packages/local-stack/dist/commands/with-infra.js";

const ORPHAN_CHECK_MS = 500;

/** Where output goes: unchanged, everything to stderr (stdout is for results), or to stderr after a failure. */
const OUTPUT = {
  through: ["inherit", "inherit", "inherit"],
  stderr: ["inherit", 2, "inherit"],
  onFailure: ["inherit", "pipe", "pipe"],
};

/**
 * Runs a program in the foreground and resolves to its exit code. Forwards signals, also when this process
 * loses its parent (`npm` was killed), and ends after it. Rejects when `signal` is aborted,
 * which kills the program.
 */
export function run(program, args, { env = {}, output = "through", signal } = {}) {
  const child = spawn(program, args, {
    cwd: ROOT,
    signal,
    killSignal: "SIGKILL",
    env: { ...process.env, ...env },
    // The closed channel tells the child that this process has ended for any reason.
    stdio: [...OUTPUT[output], "ipc"],
  });
  const said = [];
  child.stdout?.on("data", (chunk) => said.push(chunk));
  child.stderr?.on("data", (chunk) => said.push(chunk));
  const release = passSignals(child);
  return new Promise((resolve, reject) => {
    child.once("error", (error) => {
      release();
      reject(error);
    });
    child.once("close", (code, signal) => {
      release();
      const exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
      if (exitCode !== 0) process.stderr.write(Buffer.concat(said));
      resolve(exitCode);
    });
  });
}

/** Runs a module with this Node. */
export function runNode(args, options) {
  return run(process.execPath, args, options);
}

/** @throws Error when the program fails. */
export async function must(what, exitCode) {
  const code = await exitCode;
  if (code !== 0) throw new Error(`${what} failed (exit code ${code})`);
}

function passSignals(child) {
  const pass = (signal) => void child.kill(signal);
  // Not SIGHUP: `nohup` ignores it, and otherwise the child sees the end of this process.
  const signals = ["SIGINT", "SIGTERM"];
  for (const signal of signals) process.on(signal, pass);
  const before = ancestors();
  const orphanCheck = setInterval(() => {
    if (ancestors() !== before) pass("SIGTERM");
  }, ORPHAN_CHECK_MS);
  // A process that was started by hand may outlive its shell.
  if (process.env.npm_lifecycle_event === undefined) clearInterval(orphanCheck);
  return () => {
    clearInterval(orphanCheck);
    for (const signal of signals) process.off(signal, pass);
  };
}

/** The parent and, from /proc, its parent, because `npm` runs scripts in a shell. */
function ancestors() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
    const [, parentOfParent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return `${process.ppid} ${parentOfParent}`;
  } catch {
    return String(process.ppid);
  }
}
