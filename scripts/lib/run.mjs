import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { ROOT } from "./root.mjs";

/** The program that starts servers for a command. This file exists only after a build. */
export const WITH_INFRA = "tools/local-stack/dist/commands/with-infra.js";

const ORPHAN_CHECK_MS = 500;

/** The `stdio` of a program, by what happens to its output. stdout is reserved for results. */
const OUTPUT = {
  through: ["inherit", "inherit", "inherit"],
  stderr: ["inherit", 2, "inherit"],
  onFailure: ["inherit", "pipe", "pipe"],
};

/**
 * Runs a program and resolves to its exit code. Forwards signals, and sends SIGTERM when this
 * process loses its parent, for example because `npm` was killed. If `signal` is aborted, kills the
 * program and rejects.
 */
export function run(program, args, { env = {}, output = "through", signal } = {}) {
  const child = spawn(program, args, {
    cwd: ROOT,
    signal,
    killSignal: "SIGKILL",
    env: { ...process.env, ...env },
    // This channel closes when this process ends, which tells the child to end too.
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
  // Does not forward SIGHUP, because a program under `nohup` must ignore it.
  const signals = ["SIGINT", "SIGTERM"];
  for (const signal of signals) process.on(signal, pass);
  const before = ancestors();
  const orphanCheck = setInterval(() => {
    if (ancestors() !== before) pass("SIGTERM");
  }, ORPHAN_CHECK_MS);
  // If a user started this process without npm, it may outlive the shell.
  if (process.env.npm_lifecycle_event === undefined) clearInterval(orphanCheck);
  return () => {
    clearInterval(orphanCheck);
    for (const signal of signals) process.off(signal, pass);
  };
}

/**
 * Returns the ids of the parent and the grandparent, read from /proc. npm runs scripts in a shell,
 * so npm itself is the grandparent.
 */
function ancestors() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
    const [, parentOfParent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return `${process.ppid} ${parentOfParent}`;
  } catch {
    return String(process.ppid);
  }
}
