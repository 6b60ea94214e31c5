import type { Finding } from "../../finding.ts";
import { nameClarities } from "../../gazetteers/gazetteer.ts";
import { detectLanguage } from "../../text/language.ts";
import { createNameMemory, type NameMemory } from "./name-memory.ts";

/**
 * Matches a word that may be a genitive with s, but not "Kuss": a genitive after a sibilant has an
 * apostrophe (Amtliche Regelung der deutschen Rechtschreibung, §96).
 */
const WITH_S = /^\p{Lu}[\p{L}\p{M}'’-]+[^sSßxz'’-]s$/u;
/**
 * Matches a noun, with at most one adjective before it. Articles and singular verbs do not have the
 * endings of this adjective.
 */
const NOUN_BEHIND = /^ (?:\p{Ll}{2,20}e[mnrs] )?["„“«]?\p{Lu}\p{Ll}/u;
const REACH = 40;
const LONGEST = 60;

/** Returns whether a person was certainly found with a genitive s. */
export type GenitiveTest = (text: string, person: Finding) => boolean;

/**
 * Creates the test for a request. `persons` has all names of the request. A name is in the genitive
 * in three cases:
 * - `persons` also has the full name without the s.
 * - `persons` has its last word without the s, and a noun follows or the name lists do not have the
 *   word with the s (as they have Peters).
 * - The text is German, a noun follows, and the name lists have the word only without the s.
 */
export function createGenitiveTest(
  persons: readonly string[],
  memory = createNameMemory(),
): GenitiveTest {
  const names = new Set(persons);
  const isGerman = createGermanTest();
  let parts: ReadonlySet<string> | undefined;
  return (text, person) => {
    const { start, end } = person;
    if (person.type !== "PERSON" || end - start > LONGEST) return false;
    const name = text.slice(start, end);
    const word = name.slice(name.lastIndexOf(" ") + 1);
    if (!WITH_S.test(word)) return false;
    if (word !== name && names.has(name.slice(0, -1))) return true;
    const bare = word.slice(0, -1);
    const isBeforeNoun = NOUN_BEHIND.test(text.slice(end, end + REACH));
    parts ??= partsOf(names, memory);
    if (parts.has(bare.toLowerCase())) return isBeforeNoun || !isListed(word);
    return isBeforeNoun && !isListed(word) && isListed(bare) && isGerman(text, person);
  };
}

/**
 * Returns whether the text in which a person was found is German. It detects the language once for
 * all persons of a text.
 */
function createGermanTest(): GenitiveTest {
  let last: { readonly text: string; readonly isGerman: boolean } | undefined;
  return (text, { recognizer }) => {
    if (recognizer === "names-de") return true;
    if (last?.text !== text) last = { text, isGerman: detectLanguage(text) === "de" };
    return last.isGerman;
  };
}

function partsOf(names: Iterable<string>, { read }: NameMemory): ReadonlySet<string> {
  return new Set(Array.from(names, read).flatMap(({ surname, givens }) => [surname, ...givens]));
}

function isListed(word: string): boolean {
  return nameClarities(word).some((clarity) => clarity !== "unknown");
}
