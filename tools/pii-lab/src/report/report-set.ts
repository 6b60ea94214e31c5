import { readdir } from "node:fs/promises";
import path from "node:path";
import { readCorpus } from "../eval/corpus/read-corpus.ts";
import { typeNames } from "../eval/corpus/type-names.ts";
import { createRandom, sample } from "../eval/output/sample.ts";
import { type MeasuredSet, measureTexts } from "../eval/report/measured-set.ts";
import type { EvalDeps } from "../eval/run-eval.ts";

interface OfFile extends MeasuredSet {
  readonly textsInFile: number;
}

/** A set of this repository, whose texts may be quoted. */
export interface CommittedSet extends OfFile {
  readonly origin: "committed";
}

/** A set of third parties, who did not allow us to publish their texts: only figures leave it. */
export interface DevelopmentSet extends OfFile {
  readonly origin: "development";
}

export type ReportSet = CommittedSet | DevelopmentSet;

export interface Sampling {
  /** How many texts of each set are measured; undefined means all. */
  readonly limit: number | undefined;
  readonly seed: number;
}

type MeasureDeps = Omit<EvalDeps, "print">;

/** Measures the annotated corpora among the `.jsonl` files of `folder`, in the repository. */
export async function measureCommitted(
  folder: string,
  sampling: Sampling,
  deps: MeasureDeps,
): Promise<readonly CommittedSet[]> {
  const sets = await measureFolder(folder, sampling, deps);
  return sets.map((set) => ({ ...set, origin: "committed" }));
}

export async function measureDevelopment(
  folder: string,
  sampling: Sampling,
  deps: MeasureDeps,
): Promise<readonly DevelopmentSet[]> {
  const sets = await measureFolder(folder, sampling, deps);
  return sets.map((set) => ({ ...set, origin: "development" }));
}

async function measureFolder(
  folder: string,
  { limit, seed }: Sampling,
  deps: MeasureDeps,
): Promise<readonly OfFile[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".jsonl")).sort();
  const sets: OfFile[] = [];
  for (const file of files) {
    const all = await readCorpus(path.join(folder, file));
    if (all.every(({ gold }) => gold.length === 0)) continue;
    const corpus = limit === undefined ? all : sample(all, limit, createRandom(seed));
    const named = { name: path.basename(file, ".jsonl"), corpus, names: typeNames(all) };
    sets.push({ ...(await measureTexts(named, deps)), textsInFile: all.length });
  }
  return sets;
}
