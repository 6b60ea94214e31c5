import { nameClarities } from "../../gazetteers/gazetteer.ts";
import { isNamesake, NO_KIND } from "../../gazetteers/things.ts";
import { endPattern } from "../../text/end-pattern.ts";
import type { NameSurroundings } from "./among-things.ts";
import { isFramed } from "./person-frames.ts";
import { bareName, type PossibleName } from "./possible-name.ts";
import type { WordFacts } from "./word-facts.ts";

/** Below this confidence, a word that is in no list of names is not a person. */
const UNSURE_NOUN = 0.3;
/** The confidence limit for a string after a label "name", which may name anything. */
const UNSURE_STRING = 0.4;
/** The confidence limit for a common word that is also a family name. */
const UNSURE_FAMILY = 0.2;
/** Matches words that precede German nouns. */
const NOUN_BEFORE = endPattern(
  /(?:^|[^\p{L}])(?:vom|beim|zum|zur|ins|im|am|ans|ein|einen|einem|eine|einer|kein|keine|keinen|statt|ohne|viel|mehr|etwas)\s$|[;|]\s?$/iu,
);
const GERMAN_ARTICLE = endPattern(/(?:^|[^\p{L}])ein(?:e[mnrs]?)?\s$/iu);
const ENGLISH_ARTICLE = endPattern(/(?:^|[^\p{L}])(?:the|an?)\s$/u);
const INDEFINITE = endPattern(/(?:^|[^\p{L}])an?\s$/iu);
/**
 * Matches the text after a noun that stands alone, unlike in "the Bush administration", which
 * contains a person.
 */
const BEHIND_NOUN =
  /^(?:$|[^\p{L}\s'’]| (?:and|or|with|is|was|are|has|in|on|of|for|to|than|but|from|at|und|oder|mit|ist|war|in|auf|von|für|zu|als|aber)(?!\p{L}))/u;
/** The confidence limit for the genitive of a name that theories are named after. */
const UNSURE_GENITIVE = 0.05;
const LONGEST_NOUN = 30;
const LONGEST_BEFORE_SAINT = 6;
const NAME_OF_ANYTHING = endPattern(/(?:^|[^\p{L}])name["']? ?[:=] ?["']?$/iu);
const SAINT = /^(?:St\.|Sankt) (?=\p{Lu}[\p{L}-]+$)/u;
const BEFORE_SAINT = /(\p{L}[\p{L}’'-]*)?[^\p{L}]*$/u;
const ERA = endPattern(/(?:^|[\s\d(])[vn]\.\s?$/iu);
const ERAS = /^chr\.?$/iu;
const LONGEST_ERA = 4;
/** Maximum length of a letter in code units. */
const LONGEST_LETTER = 2;

/** Returns whether the name is the "Chr." of a year, as in "v. Chr." */
export function isOfEra(text: string, { start, text: written }: PossibleName): boolean {
  if (written.length > LONGEST_ERA) return false;
  return ERAS.test(written) && ERA.test(text.slice(Math.max(0, start - 4), start));
}

/**
 * Returns whether the name is a single letter that is not an initial; initials precede a full stop
 * or a name. Also returns true for "max" in "max 80 words".
 */
export function isLetter(text: string, { end, text: written }: PossibleName): boolean {
  if (written === "max" && /^\.? \d/.test(text.slice(end, end + 3))) return true;
  if (written.length > LONGEST_LETTER) return false;
  return /^\p{L}$/u.test(written) && !/^(?: ?\.|\s\p{Lu})/u.test(text.slice(end, end + 3));
}

/**
 * Returns whether the name is a plain word after a label that may belong to anything, as in
 * `"name": "Tools"`.
 */
export function isPlainString(
  text: string,
  { start, text: written, words, confidence }: PossibleName,
  { facts }: NameSurroundings,
): boolean {
  if (words.length !== 1 || confidence >= UNSURE_STRING) return false;
  const before = text.slice(Math.max(0, start - 12), start);
  if (!NAME_OF_ANYTHING.test(before) || facts.isGiven(written)) return false;
  return facts.isPlain(written) || facts.isCommon(written);
}

/**
 * Returns whether the name has a low confidence and is a word in no list of names, or a common word
 * that is also a family name.
 */
export function isDoubtfulNoun(
  text: string,
  name: PossibleName,
  { facts }: NameSurroundings,
): boolean {
  const { confidence, start } = name;
  const word = bareName(name.text);
  if (facts.isPlain(word)) return confidence < UNSURE_NOUN;
  if (confidence < UNSURE_NOUN && isBeforeNoun(text, name, facts)) return true;
  if (confidence > UNSURE_FAMILY || facts.isGiven(word)) return false;
  if (facts.language === "en") return false;
  return NOUN_BEFORE.test(text.slice(Math.max(0, start - 10), start));
}

/**
 * Returns whether the word is used like "Plain" in "Plain Text": it also occurs in lower case, only
 * long lists have it as a family name, and a plain word in title case follows.
 */
function isBeforeNoun(text: string, { end, text: word }: PossibleName, facts: WordFacts): boolean {
  if (facts.language !== "en" || facts.isGiven(word) || !facts.isSeenInLowerCase(word))
    return false;
  if (nameClarities(word).some((clarity) => clarity !== "unknown")) return false;
  const noun = /^ (\p{Lu}\p{Ll}+)(?!\p{L})/u.exec(text.slice(end, end + LONGEST_NOUN))?.[1];
  return noun !== undefined && facts.isPlain(noun);
}

/**
 * Returns whether an article precedes a word that is not a person: "the", "a" or "an" in English,
 * "ein" in German. "the Smiths" are a family.
 */
export function isAfterArticle(
  text: string,
  { start, end, text: written, words, kinds }: PossibleName,
  { facts: { language } }: NameSurroundings,
): boolean {
  const before = text.slice(Math.max(0, start - 8), start);
  if (kinds === NO_KIND && (words.length > 1 || !BEHIND_NOUN.test(text.slice(end, end + 12))))
    return false;
  if (language === "de") return GERMAN_ARTICLE.test(before);
  return ENGLISH_ARTICLE.test(before) && /^\p{Lu}/u.test(written) && !/[^s]s$/u.test(written);
}

/**
 * Returns whether the name is a noun phrase such as "a Grant Writer": after "a" or "an", a given
 * name that is also a word, and a word that is not a name.
 */
export function isCommonNoun(
  text: string,
  { start, words }: PossibleName,
  { facts }: NameSurroundings,
): boolean {
  if (words.length !== 2 || !INDEFINITE.test(text.slice(Math.max(0, start - 4), start)))
    return false;
  const [first = "", last = ""] = words;
  return nameClarities(first)[0] !== "clear" && facts.isPlain(last);
}

/**
 * Returns whether the name is an everyday adjective as in "Kleines Blutbild"; no surname has this
 * form.
 */
export function isNeuterAdjective(
  text: string,
  { end, text: written }: PossibleName,
  { facts }: NameSurroundings,
): boolean {
  if (facts.language !== "de" || !/^\p{Lu}\p{Ll}{2,}es$/u.test(written)) return false;
  if (!/^ \p{Lu}\p{Ll}/u.test(text.slice(end, end + 3))) return false;
  return facts.isCommon(written.slice(0, -2).toLowerCase()) && !facts.isName(written);
}

/**
 * Returns whether the name has a very low confidence and is the genitive of a person after whom
 * things are named, as in "Schrödingers Katze".
 */
export function isNamesakesThing(
  text: string,
  { end, text: written, confidence }: PossibleName,
  { facts }: NameSurroundings,
): boolean {
  if (
    facts.language !== "de" ||
    confidence >= UNSURE_GENITIVE ||
    !/^\p{Lu}\p{Ll}{3,}s$/u.test(written)
  )
    return false;
  return /^ \p{Lu}/u.test(text.slice(end, end + 2)) && isNamesake(written.slice(0, -1));
}

/**
 * Returns whether the name is a church, a hospital or a town, such as "St. Peter" or "Sankt
 * Ulrich". Jill St. John is a person.
 */
export function isSaint(
  text: string,
  { start, end }: PossibleName,
  { facts }: NameSurroundings,
): boolean {
  if (facts.language !== "de") return false;
  const from = Math.max(0, start - LONGEST_BEFORE_SAINT);
  // Searches only a part of the text, because the last "St." of the whole text may be far away.
  const part = text.slice(from, end);
  const found = Math.max(part.lastIndexOf("St."), part.lastIndexOf("Sankt"));
  if (found === -1 || !SAINT.test(part.slice(found))) return false;
  const at = from + found;
  const [, given = ""] = BEFORE_SAINT.exec(text.slice(Math.max(0, at - 40), at)) ?? [];
  return !facts.isGiven(given) && !isFramed(text, { start: at, end });
}

/** Returns whether the last part of a compound is a word, as in "Kepler-Teleskop". */
export function isCompound(
  _text: string,
  { words, text }: PossibleName,
  { facts }: NameSurroundings,
): boolean {
  if (facts.language !== "de" || words.length !== 1 || !text.includes("-")) return false;
  const last = /-(\p{Lu}\p{Ll}{3,})$/u.exec(text)?.[1];
  return last !== undefined && facts.isPlain(last);
}
