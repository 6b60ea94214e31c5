import * as de from "./de.ts";
import * as en from "./en.ts";
import * as international from "./international.ts";

const LISTS = [de, en, international];

const ASCII = /^[\0-\x7f]*$/;
const SIGNS = /['’-]/;
const NONE: readonly string[] = [];

const given = namesOf(({ GIVEN }) => GIVEN);
const givenOrWord = namesOf(({ GIVEN_OR_WORD }) => GIVEN_OR_WORD);
const family = namesOf(({ FAMILY }) => FAMILY);
const familyOrWord = namesOf(({ FAMILY_OR_WORD }) => FAMILY_OR_WORD);

/**
 * How much a word says by itself. `clear`: a name and no everyday word. `ambiguous`: a name that is also a
 * word or a place (Koch, Richter, Grace, Paris). `unknown`: in no list.
 */
export type Clarity = "clear" | "ambiguous" | "unknown";

/** Whether `word` is a given name; of a hyphenated one, whether its first part is. */
export function givenName(word: string): Clarity {
  return clarity(word, given, givenOrWord, (parts) => parts.slice(0, 1));
}

/** Whether `word` is a family name; of a hyphenated one, whether any part is. */
export function familyName(word: string): Clarity {
  return clarity(word, family, familyOrWord, (parts) => parts);
}

function clarity(
  word: string,
  clear: ReadonlySet<string>,
  ambiguous: ReadonlySet<string>,
  decisive: (parts: readonly string[]) => readonly string[],
): Clarity {
  const lower = word.toLowerCase();
  const name = ASCII.test(lower) ? lower : lower.normalize("NFC");
  if (clear.has(name)) return "clear";
  const others = SIGNS.test(name) ? othersOf(name, decisive) : NONE;
  if (others.some((other) => clear.has(other))) return "clear";
  return ambiguous.has(name) || others.some((other) => ambiguous.has(other))
    ? "ambiguous"
    : "unknown";
}

/** What is looked up beside a name with apostrophes or hyphens. */
function othersOf(
  name: string,
  decisive: (parts: readonly string[]) => readonly string[],
): readonly string[] {
  return [
    ...(/['’]/.test(name) ? [name.replace(/['’]/g, "")] : []),
    ...(name.includes("-") ? decisive(name.split("-")) : []),
  ];
}

function namesOf(pick: (list: (typeof LISTS)[number]) => string): ReadonlySet<string> {
  return new Set(LISTS.flatMap((list) => pick(list).split(" ")));
}
