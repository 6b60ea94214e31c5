import path from "node:path";
import { createEngine } from "@veil/pii";
import { readBundledModels } from "@veil/pii/models";
import { parseEvalArguments, USAGE } from "./arguments.ts";
import { runReport } from "./report/run-report.ts";
import { runEval } from "./run-eval.ts";

const ROOT = path.resolve(import.meta.dirname, "../../../..");
const print = (line: string) => void process.stdout.write(`${line}\n`);
const stopping = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stopping.abort());

async function main() {
  const args = parseEvalArguments(process.argv.slice(2));
  if (args.kind === "help") return print(USAGE);
  const models = readBundledModels();
  const deps = {
    engine: createEngine({ names: models }),
    nowMs: () => performance.now(),
    signal: stopping.signal,
    print,
    note: (text: string) => void process.stderr.write(text),
  };
  if (args.kind === "evaluate") return runEval(args, deps);
  const dataFolder = process.env["VEIL_DATA"] ?? path.join(ROOT, "../shared/data");
  return runReport({ ...deps, models, dataFolder, document: path.join(ROOT, "docs/detection.md") });
}

try {
  await main();
} catch (error) {
  if (!stopping.signal.aborted) process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = stopping.signal.aborted ? 130 : 2;
}
