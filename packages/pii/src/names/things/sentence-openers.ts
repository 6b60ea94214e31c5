import { nameClarities } from "../../gazetteers/gazetteer.ts";
import { endPattern } from "../../text/end-pattern.ts";
import type { NameSurroundings } from "./among-things.ts";
import { hasFiniteVerb } from "./clause-verbs.ts";
import { type GrammaticalObject, objectAt } from "./grammatical-objects.ts";
import type { PossibleName } from "./possible-name.ts";
import type { WordFacts } from "./word-facts.ts";

/**
 * Below this confidence, a common word that is not a given name is not a name at the start of a
 * sentence.
 */
const UNSURE = 0.55;
const REACH = 140;
const REACH_BEFORE = 32;
/**
 * Matches text that ends where a sentence, a line, a list item, a step, a heading, a table cell, a
 * string or a commit subject begins.
 */
const OPENING = endPattern(
  /(?:(?:^|[\r\n]|[.!?:;…–—|>]["'”’)\]]*\s|\s-\s|[:,{[(>]["'“„])[\s>#*•·◦|"'“„«([\]xX\d.)+–—-]*|(?:^|\n)(?:[0-9a-f]{7,40}|[A-Z]{2,10}-\d{1,6}|#\d{1,6}|\[[^\]\n]{1,20}\]|\(?[a-z]\))\s|<[a-z][a-z0-9]*>|(?:^|[\n.!?:]\s?)(?:please|then|next|first|second|third|finally|now|also|bitte|dann|zuerst|danach|anschließend),?\s)$/iu,
);
const HEADING = endPattern(/(?:^|\n)[ \t>]*(?:#{1,6}|[-*•+]|\d{1,3}[.)])\s[\s*_[\]xX"“]*$/u);
/**
 * Matches the words after the opener in "Grant applications are", "Ray tracing is" and "Bill
 * payment", which form one noun with it. If the opener were a person, a verb in the third person
 * would follow.
 */
const COMPOUND =
  /^ (?:\p{Ll}+s (?:are|were|have)|\p{Ll}{2,}ing (?:is|was|has)|\p{Ll}{2,}(?:tion|sion|ment|ness|ity|ance|ence|ship|ure|ism|[cnrz]ations|[rs]sions|[ln]cies|ities))(?![\p{L}'’])/u;
/**
 * Matches text that does not begin with a space and a lower-case letter, a digit or an "@". Also
 * matches text that begins with a verb in the third person or in the past tense.
 */
const VERB_OR_CAPITAL = /^(?! [\p{Ll}\d@])|^ \p{Ll}*(?:[^s\P{L}]s|ed)(?!\p{L})/u;
const CAPITAL = /^["“„'`*_]*\p{Lu}/u;
const TWO_CAPITALS = /^["“„'`*_]*\p{Lu}[\p{L}-]* \p{Lu}/u;
/** Matches words for what someone is, as in "Anna the plumber". */
const AGENT =
  /^(?:\p{Ll}+ )?(?:[\p{L}-]{3,}(?:er|or|ist|ian|ant|man|ee|ess)|man|woman|guy|boy|girl|kid|son|wife|husband|uncle|aunt|friend|client|patient|student|boss|chef|cook|nurse|clerk|king|queen|cat|dog)(?!\p{L})/u;
const WHOLE_SENTENCE = /^[^.!?\n]{1,100}[.!](?:\s|$)/u;

/**
 * Returns whether the name is a verb before its object, or a noun before words that belong to it,
 * at the start of a sentence: "Bill the customer", "Dean of the faculty". If the clause has a verb
 * whose subject could be a person, the word is a person: "Bill the plumber called".
 */
export function isSentenceOpener(
  text: string,
  name: PossibleName,
  { facts }: NameSurroundings,
): boolean {
  const [word = "", next = ""] = name.words;
  if (!text.startsWith(word, name.start) || /^\p{Lu}/u.test(next)) return false;
  if (!opensSentence(text, name.start)) return false;
  const end = name.start + word.length;
  const behind = text.slice(end, end + REACH);
  const use = useOf(word, facts);
  if (isPlainOpener(word, behind, name, facts)) return true;
  if (use === "word" && COMPOUND.test(behind)) return true;
  const object = objectAt(behind, facts.language);
  if (object === undefined) return false;
  const rest = behind.slice(object.length);
  if (object.hasNoun && facts.language === "en" && CAPITAL.test(rest))
    return use === "word" && isInTitle(text, name.start, rest);
  return isGoverned(object, rest, use);
}

/** Returns whether the word governs the object and is not a subject, because no verb follows. */
function isGoverned(object: GrammaticalObject, rest: string, use: Use): boolean {
  if (object.mayBeEpithet && isEpithet(rest, use)) return false;
  return !hasFiniteVerb(rest, object.hasNoun ? 1 : 0, use === "name" ? "possible" : object.verbs);
}

function opensSentence(text: string, start: number): boolean {
  return OPENING.test(text.slice(Math.max(0, start - REACH_BEFORE), start));
}

/**
 * Returns whether the words are a title or heading, such as "# Chase the Invoice" or "Grant the
 * User Access", but not "Jack the Ripper".
 */
function isInTitle(text: string, start: number, rest: string): boolean {
  return (
    TWO_CAPITALS.test(rest) || HEADING.test(text.slice(Math.max(0, start - REACH_BEFORE), start))
  );
}

type Use = "word" | "name" | "both";

/**
 * Returns what a word is by the lists of names and the lexicon: a "word", a clear "name", or "both"
 * if it is a clear given name that also occurs in lower case.
 */
function useOf(word: string, { isCommon, isSeenInLowerCase }: WordFacts): Use {
  const [given, family] = nameClarities(word);
  if (given === "ambiguous") return "word";
  if (given === "clear") return isSeenInLowerCase(word) ? "both" : "name";
  if (family === "clear") return isSeenInLowerCase(word) ? "word" : "name";
  return family === "ambiguous" || isCommon(word) || isSeenInLowerCase(word) ? "word" : "name";
}

/**
 * Returns whether the words after a name say what the person is. Before a noun, a clear name is a
 * verb only in a full sentence, and never before a word for a person.
 */
function isEpithet(rest: string, use: Use): boolean {
  if (use === "word") return false;
  const isSentence = WHOLE_SENTENCE.test(rest);
  return use === "name" ? !isSentence || AGENT.test(rest) : !isSentence && AGENT.test(rest);
}

/**
 * Returns whether the name is a common word that is in no list of names and is followed by other
 * words: "Bump dependencies".
 */
function isPlainOpener(
  word: string,
  behind: string,
  { words, confidence }: PossibleName,
  facts: WordFacts,
): boolean {
  if (facts.language !== "en" || confidence >= UNSURE || words.length > 1) return false;
  if (facts.isGiven(word) || !facts.isCommon(word) || VERB_OR_CAPITAL.test(behind)) return false;
  if (nameClarities(word).some((clarity) => clarity !== "unknown")) return false;
  return !hasFiniteVerb(behind, 0, "clear");
}
