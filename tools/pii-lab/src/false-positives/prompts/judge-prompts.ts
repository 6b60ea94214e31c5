import type { PiiEngine } from "@veil/pii";
import { overlaps } from "@veil/pii/spans";
import { type RedactionInContext, redactionsIn } from "../redactions.ts";
import type { OrdinaryPrompt } from "./read-prompts.ts";

/** Topics whose texts are mostly code, logs and settings. */
const CODE_TOPICS: ReadonlySet<string> = new Set(["code", "ops"]);

export interface JudgedPrompt {
  readonly prompt: OrdinaryPrompt;
  readonly replacements: readonly PromptReplacement[];
}

interface PromptReplacement extends RedactionInContext {
  /** True if this is a PERSON that overlaps no marked name. */
  readonly isWrongName: boolean;
}

export interface PromptFigures {
  readonly prompts: number;
  readonly words: number;
  readonly replacements: number;
  /** The number of replaced names of public, long-dead or fictional persons. */
  readonly names: number;
  readonly wrongNames: number;
  /** Does not count replaced names, because the policy is to replace all names of persons. */
  readonly perThousandWords: number;
  readonly namesPerThousandWords: number;
}

/** Judges each prompt as one request under the default policy, which detects its language. */
export function judgePrompts(
  engine: PiiEngine,
  prompts: readonly OrdinaryPrompt[],
): readonly JudgedPrompt[] {
  return prompts.map((prompt) => ({
    prompt,
    replacements: redactionsIn(engine, prompt.text).map((redaction) => ({
      ...redaction,
      isWrongName: redaction.type === "PERSON" && !isName(redaction, prompt),
    })),
  }));
}

export function isProse({ prompt }: JudgedPrompt): boolean {
  return !CODE_TOPICS.has(prompt.topic);
}

/** Returns groups of prompts: by topic, by language, those that are prose, and all. */
export function groupPrompts(
  judged: readonly JudgedPrompt[],
): readonly { readonly title: string; readonly judged: readonly JudgedPrompt[] }[] {
  const where = (title: string, isIn: (one: JudgedPrompt) => boolean) => ({
    title,
    judged: judged.filter(isIn),
  });
  const topics = [...new Set(judged.map(({ prompt }) => prompt.topic))];
  return [
    ...topics.map((topic) => where(topic, ({ prompt }) => prompt.topic === topic)),
    where("English", ({ prompt }) => prompt.language === "en"),
    where("German", ({ prompt }) => prompt.language === "de"),
    where("prose", isProse),
    { title: "all", judged },
  ];
}

export function figuresOf(judged: readonly JudgedPrompt[]): PromptFigures {
  const words = judged.reduce((sum, { prompt }) => sum + countWords(prompt.text), 0);
  const all = judged.flatMap(({ replacements }) => replacements);
  const wrongNames = all.filter(({ isWrongName }) => isWrongName).length;
  const names = all.filter(({ type }) => type === "PERSON").length - wrongNames;
  const perThousand = (count: number) => (words === 0 ? 0 : (1000 * count) / words);
  return {
    prompts: judged.length,
    words,
    replacements: all.length,
    names,
    wrongNames,
    perThousandWords: perThousand(all.length - names),
    namesPerThousandWords: perThousand(names),
  };
}

function isName(redaction: RedactionInContext, { names }: OrdinaryPrompt): boolean {
  return names.some((name) => overlaps(name, redaction));
}

/**
 * Counts words separated by white space. Ignores table rules, signs and numbers without letters.
 */
export function countWords(text: string): number {
  return text.match(/\S*\p{L}\S*/gu)?.length ?? 0;
}
