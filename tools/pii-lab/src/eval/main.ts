import { createEngine } from "@veil/pii";
import { readBundledModels } from "@veil/pii/models";
import { writeNote } from "../write-note.ts";
import { parseEvalArguments, USAGE } from "./arguments.ts";
import { runEval } from "./run-eval.ts";

const print = (line: string) => void process.stdout.write(`${line}\n`);
const stopping = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stopping.abort());

async function main() {
  const args = parseEvalArguments(process.argv.slice(2));
  if (args.kind === "help") return print(USAGE);
  await runEval(args, {
    engine: createEngine({ names: readBundledModels() }),
    nowMs: () => performance.now(),
    signal: stopping.signal,
    print,
    note: writeNote,
  });
}

try {
  await main();
} catch (error) {
  if (!stopping.signal.aborted) process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = stopping.signal.aborted ? 130 : 2;
}
