import { fileURLToPath } from "node:url";
import type { CorpusText } from "../eval/corpus/corpus-text.ts";
import { readCorpus } from "../eval/corpus/read-corpus.ts";

const FILE = fileURLToPath(new URL("../../corpora/labeled-values.jsonl", import.meta.url));

/** Reads business texts in which only values with labels are annotated. */
export function readLabels(): Promise<readonly CorpusText[]> {
  return readCorpus(FILE);
}
