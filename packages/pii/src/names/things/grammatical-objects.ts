import type { Language } from "../../finding.ts";
import type { VerbTest } from "./clause-verbs.ts";

/** What a word at the start of a sentence governs, if it is a verb or a noun. */
export interface GrammaticalObject {
  /** The length in code units, without the noun. */
  readonly length: number;
  /** True when a noun follows; otherwise the object is a pronoun. */
  readonly hasNoun: boolean;
  /** Whether it could say what someone is: "Anna the plumber". */
  readonly mayBeEpithet: boolean;
  /** The verbs further on that make the word their subject, and so a person. */
  readonly verbs: VerbTest;
}

const ARTICLES =
  "the|an?|this|these|those|each|every|all|any|both|another|some|no|my|your|our|their|its|his|her";
const GERMAN_ARTICLES =
  "de[nmrs]|die|das|ein(?:e[mnrs]?)?|kein(?:e[mnrs]?)?|diese[mnrs]?|jede[mnrs]?|alle[mnrs]?|[mds]ein(?:e[mnrs]?)?|ihre?[mnrs]?|unser(?:e[mnrs]?)?|eure?[mnrs]?";
const NOUN = "(?=[\\p{L}\\d\"„“'`*_])";
const END = "(?![\\p{L}'’])";
const OBJECT = new RegExp(
  // "Jack up the price": the particle changes what the verb means.
  `^ (?:(?<particle>up|out|off|down|back|away|over|through|into) )?(?:(?<article>${ARTICLES}) ${NOUN}|(?:it|them|him|us|me|yourself|everyone|everything)${END})`,
  "u",
);
const GERMAN_OBJECT = new RegExp(
  `^ (?:(?<article>${GERMAN_ARTICLES}) ${NOUN}|(?:mir|dir|ihm|ihr|uns|euch|ihnen|ihn|es|mich|dich|sich)${END})`,
  "u",
);
/** Matches "Dean of the faculty", "Bill of lading". */
const OF = /^ of (?=\p{Ll})/u;
/**
 * Matches "Bump to 2.0". What a person is to do begins with a verb: "Bill to send the contract".
 */
const TO = new RegExp(`^ to (?:(?:${ARTICLES}) ${NOUN}|(?=v?\\d))`, "u");
/** A preposition in German. */
const AN = " an ";

/** Returns the object with which `behind`, the text after a word, begins. */
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
