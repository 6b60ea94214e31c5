import { homedir } from "node:os";
import { addAbortSignal } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { VERSION } from "./program/version.ts";

// Ignores EPIPE, because a reader such as `head` closes the pipe when it has read enough.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

const interrupting = new AbortController();
const { signal } = interrupting;
// Handles only the first Ctrl-C, so that a second one kills the process.
process.once("SIGINT", () => interrupting.abort());

const args = process.argv.slice(2);
if (args.length === 1 && args[0] === "--version") process.stdout.write(`${VERSION}\n`);
else {
  // Loads the commands only now, because loading takes a second.
  const { runCli } = await import("./program/run-cli.ts");
  process.exitCode = await runCli({
    args,
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
}
