import type { Finding } from "../../finding.ts";
import { nameClarities } from "../../gazetteers/gazetteer.ts";
import { kindsOfThing, MOST_WORDS, NO_KIND } from "../../gazetteers/things.ts";
import { wordsBetween } from "../../lists/phonetics/name-words.ts";
import { type Span, touching } from "../../text/spans.ts";
import { otherItems } from "./enumerations.ts";
import { wordsOfKind } from "./listed-things.ts";
import { isFramed } from "./person-frames.ts";
import type { PossibleName } from "./possible-name.ts";
import type { WordFacts } from "./word-facts.ts";

/** Maximum distance, in code units, between a list and the noun that says what it lists. */
const CLOSE = 60;

/** What else was found in the text, and what is known about its words. */
export interface NameSurroundings {
  readonly findings: readonly Finding[];
  readonly facts: WordFacts;
  /** Places where phrases begin that precede things named after people, in order. */
  readonly phrases: readonly number[];
  nameOf(finding: Finding): PossibleName;
}

/**
 * Returns whether the name is an item of a list of things: other items are of its kind, or at least
 * two are things of any kind. Another person in the list makes it a list of persons.
 */
export function isAmongThings(
  text: string,
  name: PossibleName,
  context: NameSurroundings,
): boolean {
  const { findings } = context;
  const items = otherItems(text, name);
  if (items.length === 0) return false;
  const persons = items.flatMap((item) => touching(findings, item).filter(isPerson));
  if (persons.some((person) => context.nameOf(person).kinds === NO_KIND)) return false;
  if (persons.some((person) => isFramed(text, person))) return false;
  if (name.kinds !== NO_KIND && isAmongKind(text, name, items)) return true;
  return items.filter((item) => isThing(text, item, context)).length >= 2;
}

function isAmongKind(text: string, name: PossibleName, items: readonly Span[]): boolean {
  if (isOneOfKind(text, name, items)) return true;
  const isOfKind = (item: Span) => (kindsIn(text, item) & name.kinds) !== NO_KIND;
  const mayBe = name.words.length > 1 || !isGiven(name.words);
  return items.some((item) => isOfKind(item) && (mayBe || wordsIn(text, item).length > 1));
}

function isThing(text: string, item: Span, { findings, facts }: NameSurroundings): boolean {
  if (touching(findings, item).some(({ type }) => type === "LOCATION")) return true;
  if (kindsIn(text, item) !== NO_KIND) return true;
  const words = wordsIn(text, item);
  const [only = ""] = words;
  if (words.length > 1 || !/^\p{Lu}/u.test(only) || touching(findings, item).length > 0)
    return false;
  return facts.isPlain(only.slice(only.lastIndexOf("-") + 1));
}

/**
 * Returns whether the name is in a list such as "Kartoffeln (Linda, Sieglinde, Annabelle)": two
 * more items are of its kind, and a noun of that kind is nearby.
 */
function isOneOfKind(text: string, name: PossibleName, items: readonly Span[]): boolean {
  const same = items.filter((item) => (kindsOfEnds(wordsIn(text, item)) & name.kinds) !== NO_KIND);
  return same.length >= 2 && wordsOfKind(text, name, CLOSE).length > 0;
}

function isGiven([first = ""]: readonly string[]): boolean {
  return nameClarities(first)[0] === "clear";
}

/**
 * Returns the kinds of things that the first or last words of a list item can name. A given name
 * has none.
 */
function kindsIn(text: string, item: Span): number {
  const words = wordsIn(text, item);
  return words.length === 1 && isGiven(words) ? NO_KIND : kindsOfEnds(words);
}

function wordsIn(text: string, { start, end }: Span): readonly string[] {
  return wordsBetween(text, start, end);
}

function kindsOfEnds(words: readonly string[]): number {
  let kinds = NO_KIND;
  for (let count = Math.min(MOST_WORDS, words.length); count > 0; count -= 1) {
    kinds |= kindsOfThing(words.slice(0, count).join(" "));
    if (count < words.length) kinds |= kindsOfThing(words.slice(-count).join(" "));
  }
  return kinds;
}

function isPerson({ type }: Finding): boolean {
  return type === "PERSON";
}
