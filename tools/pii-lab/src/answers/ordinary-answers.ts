import { readdirSync, readFileSync } from "node:fs";
import { createRandom } from "../random.ts";
import { numberNamed } from "./numbers.ts";

const CORPORA = new URL("../../corpora/", import.meta.url);
const BETWEEN = /\n=====\n/;
const PLACE = /\{\{(\w+)\}\}/g;
const SEED = 20_261;

/**
 * Returns answers like those of language models, without personal data. The `copies` versions of an
 * answer differ in their random numbers, some of which happen to have the form and the check digit
 * of an identifier. The result is deterministic.
 */
export function ordinaryAnswers(copies: number): readonly string[] {
  const random = createRandom(SEED);
  const written = textsIn("answers/");
  return Array.from({ length: copies }, () =>
    written.map((answer) =>
      answer.replace(PLACE, (_place, name: string) => numberNamed(name, random)),
    ),
  ).flat();
}

/** Returns prompt templates like those of applications, without personal data. */
export function ordinaryTemplates(): readonly string[] {
  return textsIn("templates/");
}

function textsIn(folder: string): readonly string[] {
  const url = new URL(folder, CORPORA);
  return readdirSync(url)
    .sort()
    .flatMap((name) => readFileSync(new URL(name, url), "utf8").split(BETWEEN))
    .map((text) => text.trim());
}

/** Counts words separated by white space. */
export function wordsIn(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + (text.match(/\S+/g)?.length ?? 0), 0);
}
