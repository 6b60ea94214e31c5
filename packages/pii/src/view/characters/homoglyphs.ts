import { isInvisible } from "./code-points.ts";

/**
 * Letters that look the same, from the confusables of UTS #39: Cyrillic, Greek or Armenian letters,
 * then the Latin ones.
 */
const PAIRS: readonly (readonly [string, string])[] = [
  ["АВЕКМНОРСТУХІЈЅҮԚԜӀҺ", "ABEKMHOPCTYXIJSYQWIh"],
  ["аеорсухіјѕԁһԛԝӏкүѵґғ", "aeopcyxijsdhqwlkyvrf"],
  ["ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ", "ABEZHIKMNOPTYXCJ"],
  ["αορνικυχϲϳγ", "aopvikuxcjy"],
  ["օոսհց", "onuhg"],
];
const LATIN = new Map(
  PAIRS.flatMap(([others, latin]) =>
    [...others].map((letter, index) => [letter, latin.charAt(index)] as const),
  ),
);

const WORD = /[\p{L}\p{M}\p{N}]/u;
const LATIN_OR_DIGIT = /[\p{Script=Latin}0-9]/u;

/**
 * Returns a function that replaces letters such as the Cyrillic "а" of "аnna", in words with a
 * Latin letter or a digit. Call it in text order.
 */
export function createHomoglyphs(text: string): (at: number) => string | undefined {
  let wordEnd = 0;
  let mixed = false;
  const look = (at: number) => {
    let start = at;
    while (start > wordEnd && isWord(text.charAt(start - 1))) start -= 1;
    wordEnd = at + 1;
    while (isWord(text.charAt(wordEnd))) wordEnd += 1;
    mixed = LATIN_OR_DIGIT.test(text.slice(start, wordEnd));
  };
  return (at) => {
    const latin = LATIN.get(text.charAt(at));
    if (latin !== undefined && at >= wordEnd) look(at);
    return mixed ? latin : undefined;
  };
}

function isWord(unit: string): boolean {
  return unit !== "" && (WORD.test(unit) || isInvisible(unit));
}
