import { readdir } from "node:fs/promises";
import path from "node:path";
import { readCorpus } from "../eval/corpus/read-corpus.ts";
import { typeNames } from "../eval/corpus/type-names.ts";
import { type MeasureDeps, type MeasuredSet, measureSet } from "../eval/report/measured-set.ts";
import { createRandom, sample } from "../random.ts";

type Origin = "committed" | "development";

export interface ReportSet<Of extends Origin = Origin> extends MeasuredSet {
  readonly origin: Of;
  readonly textsInFile: number;
}

/** A set of this repository, whose texts may be quoted. */
export type CommittedSet = ReportSet<"committed">;
/** A set of third parties. Its texts must not be published, so reports contain only figures. */
export type DevelopmentSet = ReportSet<"development">;

export interface Sampling {
  /** How many texts of each set are measured; undefined means all. */
  readonly limit: number | undefined;
  readonly seed: number;
}

/** Measures the annotated corpora among the `.jsonl` files of `folder`. */
export async function measureFolder<Of extends Origin>(
  origin: Of,
  folder: string,
  { limit, seed }: Sampling,
  deps: MeasureDeps,
): Promise<readonly ReportSet<Of>[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".jsonl")).sort();
  const sets: ReportSet<Of>[] = [];
  for (const file of files) {
    const all = await readCorpus(path.join(folder, file));
    if (all.every(({ gold }) => gold.length === 0)) continue;
    const corpus = limit === undefined ? all : sample(all, limit, createRandom(seed));
    const named = { name: path.basename(file, ".jsonl"), corpus, names: typeNames(all) };
    sets.push({ ...(await measureSet(named, deps)), origin, textsInFile: all.length });
  }
  return sets;
}
