import type { Language } from "../../finding.ts";
import type { VerbTest } from "./clause-verbs.ts";

/** The object that follows a verb or a noun at the start of a sentence. */
export interface GrammaticalObject {
  /** The length in code units, without the noun. */
  readonly length: number;
  /** True if the object has a noun; otherwise it is a pronoun. */
  readonly hasNoun: boolean;
  /** Whether the object could say what someone is, as in "Anna the plumber". */
  readonly mayBeEpithet: boolean;
  /**
   * Accepts the verbs that, later in the clause, show that the word before the object is their
   * subject, and thus a person.
   */
  readonly verbs: VerbTest;
}

const ARTICLES =
  "the|an?|this|these|those|each|every|all|any|both|another|some|no|my|your|our|their|its|his|her";
const GERMAN_ARTICLES =
  "de[nmrs]|die|das|ein(?:e[mnrs]?)?|kein(?:e[mnrs]?)?|diese[mnrs]?|jede[mnrs]?|alle[mnrs]?|[mds]ein(?:e[mnrs]?)?|ihre?[mnrs]?|unser(?:e[mnrs]?)?|eure?[mnrs]?";
const NOUN = "(?=[\\p{L}\\d\"„“'`*_])";
const END = "(?![\\p{L}'’])";
const OBJECT = new RegExp(
  // A particle changes the meaning of a verb: "Jack up the price".
  `^ (?:(?<particle>up|out|off|down|back|away|over|through|into) )?(?:(?<article>${ARTICLES}) ${NOUN}|(?:it|them|him|us|me|yourself|everyone|everything)${END})`,
  "u",
);
const GERMAN_OBJECT = new RegExp(
  `^ (?:(?<article>${GERMAN_ARTICLES}) ${NOUN}|(?:mir|dir|ihm|ihr|uns|euch|ihnen|ihn|es|mich|dich|sich)${END})`,
  "u",
);
/** Matches the words after "Dean" in "Dean of the faculty", or after "Bill" in "Bill of lading". */
const OF = /^ of (?=\p{Ll})/u;
/**
 * Matches the words after "Bump" in "Bump to 2.0". After a person, "to" precedes a verb: "Bill to
 * send the contract".
 */
const TO = new RegExp(`^ to (?:(?:${ARTICLES}) ${NOUN}|(?=v?\\d))`, "u");
/** An English article that is a preposition in German. */
const AN = " an ";

/** Returns the object at the start of `behind`, the text after a word. */
export function objectAt(behind: string, language: Language): GrammaticalObject | undefined {
  const isGerman = language === "de";
  const english = isGerman && behind.startsWith(AN) ? null : OBJECT.exec(behind);
  const found = english ?? (isGerman ? GERMAN_OBJECT.exec(behind) : null);
  if (found !== null) {
    const { article, particle } = found.groups ?? {};
    const hasNoun = article !== undefined;
    const mayBeEpithet = hasNoun && particle === undefined;
    return { length: found[0].length, hasNoun, mayBeEpithet, verbs: "clear" };
  }
  const of = OF.exec(behind);
  const other = of ?? TO.exec(behind);
  if (other === null) return undefined;
  const verbs = of === null ? "clear" : "speech";
  return { length: other[0].length, hasNoun: true, mayBeEpithet: true, verbs };
}
