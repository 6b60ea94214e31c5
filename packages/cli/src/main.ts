import { homedir } from "node:os";
import { addAbortSignal } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { runCli } from "./program/run-cli.ts";

// A reader that has seen enough closes the pipe.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

const interrupting = new AbortController();
const { signal } = interrupting;
// A second Ctrl-C ends the process at once.
process.once("SIGINT", () => interrupting.abort());

process.exitCode = await runCli({
  args: process.argv.slice(2),
  env: process.env,
  home: homedir(),
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  input: () => process.stdin,
  readInput: () => buffer(addAbortSignal(signal, process.stdin)),
  terminal: { input: process.stdin.isTTY === true, errors: process.stderr.isTTY === true },
  interrupted: signal,
  sleep: (ms) => sleep(ms, undefined, { signal }),
});
