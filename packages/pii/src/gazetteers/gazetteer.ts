import * as de from "./de.ts";
import * as en from "./en.ts";
import * as international from "./international.ts";

const LISTS = [de, en, international];

const ASCII = /^[\0-\x7f]*$/;
const SIGNS = /['’-]/;

const GIVEN = 1;
const GIVEN_OR_WORD = 2;
const FAMILY = 4;
const FAMILY_OR_WORD = 8;

const KINDS = kindsOfNames();

/**
 * How much a word says by itself. `clear`: a name and no everyday word. `ambiguous`: a name that is also a
 * word or a place (Koch, Richter, Grace, Paris). `unknown`: in no list.
 */
export type Clarity = "clear" | "ambiguous" | "unknown";

/** Whether `word` is a given name; of a hyphenated one, whether its first part is. */
function givenName(word: string): Clarity {
  return clarity(
    kindsOf(word, (parts) => parts.slice(0, 1)),
    GIVEN,
    GIVEN_OR_WORD,
  );
}

/** Whether `word` is a family name; of a hyphenated one, whether any part is. */
function familyName(word: string): Clarity {
  return clarity(kindsOf(word), FAMILY, FAMILY_OR_WORD);
}

/** `givenName` and `familyName` of a word. */
export function nameClarities(word: string): readonly [given: Clarity, family: Clarity] {
  if (SIGNS.test(word)) return [givenName(word), familyName(word)];
  const kinds = KINDS.get(normal(word)) ?? 0;
  return [clarity(kinds, GIVEN, GIVEN_OR_WORD), clarity(kinds, FAMILY, FAMILY_OR_WORD)];
}

function clarity(kinds: number, clear: number, ambiguous: number): Clarity {
  if ((kinds & clear) !== 0) return "clear";
  return (kinds & ambiguous) === 0 ? "unknown" : "ambiguous";
}

/** Every list in which the word stands, or one of its `decisive` parts. */
function kindsOf(
  word: string,
  decisive: (parts: readonly string[]) => readonly string[] = (parts) => parts,
): number {
  const name = normal(word);
  let kinds = KINDS.get(name) ?? 0;
  if (!SIGNS.test(name)) return kinds;
  const joined = name.replace(/['’]/g, "");
  const parts = name.includes("-") ? decisive(name.split("-")) : [];
  for (const other of [joined, ...parts]) kinds |= KINDS.get(other) ?? 0;
  return kinds;
}

function normal(word: string): string {
  const lower = word.toLowerCase();
  return ASCII.test(lower) ? lower : lower.normalize("NFC");
}

function kindsOfNames(): ReadonlyMap<string, number> {
  const kinds = new Map<string, number>();
  const add = (names: string, kind: number) => {
    for (const name of names.split(" ")) kinds.set(name, (kinds.get(name) ?? 0) | kind);
  };
  for (const list of LISTS) {
    add(list.GIVEN, GIVEN);
    add(list.GIVEN_OR_WORD, GIVEN_OR_WORD);
    add(list.FAMILY, FAMILY);
    add(list.FAMILY_OR_WORD, FAMILY_OR_WORD);
  }
  return kinds;
}
