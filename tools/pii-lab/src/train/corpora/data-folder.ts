import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Language } from "@veil/contracts/sanitiser";
import { parseCorpus } from "../../eval/corpus/read-corpus.ts";
import type { Example } from "./example.ts";

export interface DataFolder {
  corpus(name: CorpusName): readonly Example[];
  json(name: string): unknown;
  lines(name: string): readonly string[];
}

export type CorpusName =
  | "TRAIN_en"
  | "TRAIN_de_plus_germeval"
  | "TRAIN_en_silver"
  | "TRAIN_de_silver";

/** The corpora of each language: one annotated by people, and one annotated by a machine. */
export const OWN_CORPORA: Readonly<Record<Language, readonly [CorpusName, CorpusName]>> = {
  en: ["TRAIN_en", "TRAIN_en_silver"],
  de: ["TRAIN_de_plus_germeval", "TRAIN_de_silver"],
};

const NEEDED = [
  "train/TRAIN_en.jsonl.gz",
  "train/TRAIN_de_plus_germeval.jsonl.gz",
  "train/TRAIN_en_silver.jsonl.gz",
  "train/TRAIN_de_silver.jsonl.gz",
  "gazetteers/faker.names.json",
];

export function dataProblem(folder: string): string | undefined {
  const missing = NEEDED.filter((file) => !existsSync(join(folder, file)));
  if (missing.length === 0) return undefined;
  return `Training needs the annotated corpora. ${folder} lacks ${missing.join(", ")}. Set VEIL_DATA to the folder that holds train/, dev/ and gazetteers/.`;
}

export function openDataFolder(folder: string): DataFolder {
  return {
    corpus(name) {
      const file = join(folder, "train", `${name}.jsonl.gz`);
      const texts = parseCorpus(gunzipSync(readFileSync(file)).toString("utf8"), file);
      return texts.map(({ text, gold }) => ({ text, spans: gold }));
    },
    json: (name) => JSON.parse(readFileSync(join(folder, "gazetteers", name), "utf8")) as unknown,
    lines: (name) =>
      readFileSync(join(folder, "gazetteers", name), "utf8")
        .split("\n")
        .filter((line) => line !== ""),
  };
}
