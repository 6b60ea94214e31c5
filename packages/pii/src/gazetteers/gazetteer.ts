import { readList } from "./read-list.ts";
import { createWordTable, folded } from "./word-table.ts";

const REGIONS = ["de", "en", "international"];

/** Characters that join parts of a name. */
const [APOSTROPHE, HYPHEN, CURLY_APOSTROPHE] = [0x27, 0x2d, 0x2019];

const GIVEN = 1;
const GIVEN_OR_WORD = 2;
const FAMILY = 4;
const FAMILY_OR_WORD = 8;

const NAMES = createWordTable(namesWithKinds());

/**
 * What the name lists say about a word. `clear`: a name and no everyday word. `ambiguous`: a name
 * that is also a word or a place (Koch, Richter, Grace, Paris). `unknown`: in no list.
 */
export type Clarity = "clear" | "ambiguous" | "unknown";

/** Returns whether `word` is a given name. In a hyphenated word, the first part decides. */
function givenName(word: string): Clarity {
  return clarity(
    kindsOf(word, (parts) => parts.slice(0, 1)),
    GIVEN,
    GIVEN_OR_WORD,
  );
}

/** Returns whether `word` is a family name. In a hyphenated word, any part decides. */
function familyName(word: string): Clarity {
  return clarity(kindsOf(word), FAMILY, FAMILY_OR_WORD);
}

/** Returns the results of `givenName` and `familyName` for a word. */
export function nameClarities(word: string): readonly [given: Clarity, family: Clarity] {
  if (hasSign(word)) return [givenName(word), familyName(word)];
  const kinds = NAMES.bitsOf(word);
  return [clarity(kinds, GIVEN, GIVEN_OR_WORD), clarity(kinds, FAMILY, FAMILY_OR_WORD)];
}

function clarity(kinds: number, clear: number, ambiguous: number): Clarity {
  if ((kinds & clear) !== 0) return "clear";
  return (kinds & ambiguous) === 0 ? "unknown" : "ambiguous";
}

/**
 * Returns the bits of every list that has the word, the word without apostrophes, or one of its
 * `decisive` parts.
 */
function kindsOf(
  word: string,
  decisive: (parts: readonly string[]) => readonly string[] = (parts) => parts,
): number {
  const name = folded(word);
  let kinds = NAMES.bitsOf(name);
  const joined = name.replace(/['’]/g, "");
  const parts = name.includes("-") ? decisive(name.split("-")) : [];
  for (const other of [joined, ...parts]) kinds |= NAMES.bitsOf(other);
  return kinds;
}

function hasSign(word: string): boolean {
  for (let at = 0; at < word.length; at += 1) {
    const unit = word.charCodeAt(at);
    if (unit === APOSTROPHE || unit === HYPHEN || unit === CURLY_APOSTROPHE) return true;
  }
  return false;
}

function* namesWithKinds(): Generator<readonly [string, number]> {
  for (const region of REGIONS) {
    for (const name of readList(`names/${region}/given`)) yield [name, GIVEN];
    for (const name of readList(`names/${region}/given-or-word`)) yield [name, GIVEN_OR_WORD];
    for (const name of readList(`names/${region}/family`)) yield [name, FAMILY];
    for (const name of readList(`names/${region}/family-or-word`)) yield [name, FAMILY_OR_WORD];
  }
}
