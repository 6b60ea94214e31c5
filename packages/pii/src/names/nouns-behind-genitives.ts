import type { Finding } from "../finding.ts";
import { nameClarities } from "../gazetteers/gazetteer.ts";
import type { WordFacts } from "./things/word-facts.ts";

const LONGEST = 60;
const WITH_NOUN = /^(?:.*[\s.])?(\p{Lu}[\p{L}-]{3,}s) (\p{Lu}\p{Ll}+)$/u;

/**
 * Removes the noun from a German genitive such as "Frau Müllers Brief", if lists of names have the
 * genitive only without its s and the noun is not clearly a name.
 */
export function withoutNouns(
  text: string,
  findings: readonly Finding[],
  german: WordFacts,
): readonly Finding[] {
  return findings.map((finding) => {
    const { type, start, end } = finding;
    if (type !== "PERSON" || end - start > LONGEST) return finding;
    const [, genitive = "", noun = ""] = WITH_NOUN.exec(text.slice(start, end)) ?? [];
    if (!isGenitive(genitive) || !isNoun(noun, german)) return finding;
    return { ...finding, end: end - noun.length - 1 };
  });
}

function isGenitive(word: string): boolean {
  if (nameClarities(word).some((clarity) => clarity !== "unknown")) return false;
  return nameClarities(word.slice(0, -1)).some((clarity) => clarity !== "unknown");
}

function isNoun(word: string, { isCommon }: WordFacts): boolean {
  return isCommon(word) && !nameClarities(word).includes("clear");
}
