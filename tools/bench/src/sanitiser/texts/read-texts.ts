import { readFile } from "node:fs/promises";
import path from "node:path";
import { type CorpusText, readCorpus } from "@veil/pii-lab/measures";
import { dataFolder, ROOT } from "../../repository.ts";

export interface BenchTexts {
  readonly en: string;
  readonly prompts: string;
  readonly de: string;
  /** Undefined when the data is missing. */
  readonly annotated: readonly CorpusText[] | undefined;
}

const COMMITTED = path.join(ROOT, "tools/pii-lab/corpora");

/** Reads the data sets, or the committed texts when the data sets are missing. */
export async function readTexts(onProgress: (line: string) => void): Promise<BenchTexts> {
  const folder = path.join(dataFolder(), "dev");
  try {
    const annotated = await readCorpus(path.join(folder, "presidio_split_en.dev.jsonl"));
    const prompts = await readCorpus(path.join(folder, "pupa_split_en.dev.jsonl"));
    const german = await readCorpus(path.join(folder, "germeval14_de.dev.jsonl"));
    return { en: joined(annotated), prompts: joined(prompts), de: joined(german), annotated };
  } catch (error) {
    onProgress(`on the committed texts, without recall and precision: ${(error as Error).message}`);
    return committedTexts();
  }
}

async function committedTexts(): Promise<BenchTexts> {
  const corpus = await readCorpus(path.join(COMMITTED, "structured.jsonl"));
  const prose = (language: "en" | "de") =>
    readFile(path.join(COMMITTED, `false-positives/prose-${language}.txt`), "utf8");
  const textOf = async (language: "en" | "de") => {
    const lines = corpus.filter((text) => text.language === language);
    return `${await prose(language)}${joined(lines)}`;
  };
  const [en, prompts, de] = await Promise.all([textOf("en"), prose("en"), textOf("de")]);
  return { en, prompts, de, annotated: undefined };
}

function joined(texts: readonly CorpusText[]): string {
  return texts.map(({ text }) => text).join("\n");
}
