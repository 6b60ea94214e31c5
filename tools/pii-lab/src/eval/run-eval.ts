import path from "node:path";
import type { EvalArguments } from "./arguments.ts";
import { readCorpus } from "./corpus/read-corpus.ts";
import { typeNames } from "./corpus/type-names.ts";
import { under } from "./evaluate.ts";
import { findMisses } from "./output/find-misses.ts";
import { listMisses } from "./output/list-misses.ts";
import { toJsonLine } from "./output/to-json-line.ts";
import { toTable } from "./output/to-table.ts";
import { writePredictions } from "./output/write-predictions.ts";
import { type MeasureDeps, measureUnder } from "./report/measured-set.ts";

export interface EvalDeps extends MeasureDeps {
  /** Prints results. */
  readonly print: (line: string) => void;
}

type Evaluate = Extract<EvalArguments, { kind: "evaluate" }>;

export async function runEval(args: Evaluate, deps: EvalDeps): Promise<void> {
  if (args.predictions !== undefined) refuseSameNames(args.files);
  for (const file of args.files) await evaluateFile(file, args, deps);
}

async function evaluateFile(
  file: string,
  { policy, json, predictions, misses, seed }: Evaluate,
  { print, ...deps }: EvalDeps,
): Promise<void> {
  const corpus = await readCorpus(file);
  const names = typeNames(corpus);
  const { texts, evaluation } = await measureUnder(policy, { name: file, corpus, names }, deps);
  if (predictions !== undefined) await writePredictions(predictions, file, texts, names);
  print(json ? toJsonLine(evaluation) : toTable(evaluation));
  if (misses > 0) print(listMisses(findMisses(under(policy, texts), names), misses, seed));
}

function refuseSameNames(files: readonly string[]): void {
  const names = new Set<string>();
  for (const name of files.map((file) => path.basename(file))) {
    if (names.has(name))
      throw new Error(`Two files are named ${name}: their predictions would overwrite each other`);
    names.add(name);
  }
}
