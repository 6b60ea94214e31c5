import { readFile } from "node:fs/promises";
import type { Span } from "@veil/pii/spans";
import { parseCorpusLine } from "../../eval/corpus/parse-corpus-line.ts";

const FOLDER = new URL("../../../corpora/", import.meta.url);
export const PROMPT_FILES = ["ordinary-prompts.jsonl", "ordinary-prompts-2.jsonl"] as const;
export type PromptFile = (typeof PROMPT_FILES)[number];

/** A prompt without personal data. */
export interface OrdinaryPrompt {
  readonly id: string;
  readonly language: string | undefined;
  readonly topic: string;
  readonly text: string;
  /**
   * Names of public, long-dead or fictional persons, but not in terms like "Dijkstra's algorithm".
   */
  readonly names: readonly Span[];
}

/** @throws Error if a name is not at its offsets */
export async function readPrompts(
  file: PromptFile = "ordinary-prompts.jsonl",
): Promise<readonly OrdinaryPrompt[]> {
  return (await readFile(new URL(file, FOLDER), "utf8")).trimEnd().split("\n").map(parsePrompt);
}

/** @throws Error if a name is not at its offsets */
export function parsePrompt(line: string): OrdinaryPrompt {
  const { gold, ...prompt } = parseCorpusLine(line);
  if (gold.length > 0) throw new Error(`${prompt.id} has spans of personal data`);
  const { topic, names, ...rest } = JSON.parse(line) as Written;
  const spans = names.map((name) => ({ ...name, type: "PERSON" }));
  const named = parseCorpusLine(JSON.stringify({ ...rest, spans }));
  return { ...prompt, topic, names: named.gold.map(({ start, end }) => ({ start, end })) };
}

interface Written {
  readonly topic: string;
  readonly names: readonly object[];
}
