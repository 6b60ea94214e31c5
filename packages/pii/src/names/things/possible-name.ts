import type { Finding, Span } from "../../finding.ts";
import { nameClarities } from "../../gazetteers/gazetteer.ts";
import { isNoName } from "../../gazetteers/no-names.ts";
import { kindsOfThing, NO_KIND } from "../../gazetteers/things.ts";
import { wordsBetween } from "../../lists/phonetics/name-words.ts";

/**
 * A finding that may be a person. `kinds` is a bit set of the kinds of things that have the same
 * name.
 */
export interface PossibleName extends Span {
  readonly text: string;
  readonly words: readonly string[];
  readonly kinds: number;
  readonly confidence: number;
}

function nameAt(text: string, { start, end, confidence }: Finding): PossibleName {
  const written = text.slice(start, end);
  const words = wordsBetween(text, start, end);
  const bare = bareName(written);
  const kindsOfBare = bare === written ? NO_KIND : kindsOfThing(bare);
  const kinds = kindsOfThing(written) | kindsOfBare | kindsOfRest(words);
  return { start, end, text: written, words, kinds, confidence };
}

/**
 * Returns a function that reads each finding of a text only once, because rules for lists need
 * every name in the list.
 */
export function createNameReader(text: string): (finding: Finding) => PossibleName {
  const known = new Map<Finding, PossibleName>();
  return (finding) => {
    const name = known.get(finding) ?? nameAt(text, finding);
    known.set(finding, name);
    return name;
  };
}

export function isFullName({ words }: PossibleName): boolean {
  if (words.length < 2) return false;
  const [given] = nameClarities(words[0] ?? "");
  return given !== "unknown";
}

export function bareName(written: string): string {
  const last = written.charAt(written.length - 1);
  return "s'’".includes(last) ? written.replace(/['’]s?$/u, "") : written;
}

/** Returns the kinds of "Jenkins" for "Can Jenkins", because the first word is not a name. */
function kindsOfRest([first = "", ...rest]: readonly string[]): number {
  if (rest.length === 0 || !isNoName(first)) return NO_KIND;
  return kindsOfThing(rest.join(" "));
}
