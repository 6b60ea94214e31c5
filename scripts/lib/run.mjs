import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { ROOT } from "./root.mjs";

/** Exists only after a build. */
export const WITH_INFRA = "tools/local-stack/dist/commands/with-infra.js";

const ORPHAN_CHECK_MS = 500;

/** stdout is reserved for results. */
const OUTPUT = {
  through: ["inherit", "inherit", "inherit"],
  stderr: ["inherit", 2, "inherit"],
  onFailure: ["inherit", "pipe", "pipe"],
};

/**
 * Runs a program and forwards signals, also when this process loses its parent (`npm` was killed).
 * Rejects when `signal` is aborted, which kills the program.
 */
export function run(program, args, { env = {}, output = "through", signal } = {}) {
  const child = spawn(program, args, {
    cwd: ROOT,
    signal,
    killSignal: "SIGKILL",
    env: { ...process.env, ...env },
    // When this channel closes, the child knows that this process has ended.
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

export function runNode(args, options) {
  return run(process.execPath, args, options);
}

export async function must(what, exitCode) {
  const code = await exitCode;
  if (code !== 0) throw new Error(`${what} failed (exit code ${code})`);
}

function passSignals(child) {
  const pass = (signal) => void child.kill(signal);
  // SIGHUP is missing, because `nohup` ignores it.
  const signals = ["SIGINT", "SIGTERM"];
  for (const signal of signals) process.on(signal, pass);
  const before = ancestors();
  const orphanCheck = setInterval(() => {
    if (ancestors() !== before) pass("SIGTERM");
  }, ORPHAN_CHECK_MS);
  // A process that a user started by hand may outlive its shell.
  if (process.env.npm_lifecycle_event === undefined) clearInterval(orphanCheck);
  return () => {
    clearInterval(orphanCheck);
    for (const signal of signals) process.off(signal, pass);
  };
}

/** Reads ancestors from /proc: `npm` runs scripts in a shell, so the parent's parent counts too. */
function ancestors() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
    const [, parentOfParent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return `${process.ppid} ${parentOfParent}`;
  } catch {
    return String(process.ppid);
  }
}
