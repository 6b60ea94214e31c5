import type { Finding } from "./finding.ts";
import { familyName, givenName } from "./gazetteers/gazetteer.ts";

/** Names that are persons' in this request, each of one to five words. */
export interface KnownPersons {
  readonly names: ReadonlySet<string>;
  /** The first word of each: where none of these stands nothing needs to be looked up. */
  readonly beginnings: ReadonlySet<string>;
}

const WORD = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu;
const FIRST_WORD = new RegExp(WORD.source, "u");
const NAME = /^\p{Lu}/u;
const IDENTIFIER = /(?<!^Mc|^Mac|^De|^Di|^La|^Le)(?<=\p{Ll})\p{Lu}/u;
const LONGEST = 5;
const RECOGNIZER = "person-repeat";

/**
 * What to look for in the rest of the request when these persons were found: their names as they were
 * written, and of a name of several words the first and the last, where they are no everyday words.
 */
export function knownPersons(personsOfFields: readonly (readonly string[])[]): KnownPersons {
  const names = new Set<string>();
  for (const person of personsOfFields.flat()) {
    const words = person.match(WORD) ?? [];
    if (words.length > 1 && words.length <= LONGEST) names.add(person);
    for (const word of [words[0] ?? "", words.at(-1) ?? ""])
      if (isDistinct(word, words.length === 1)) names.add(word);
  }
  const beginnings = new Set([...names].flatMap((name) => name.match(FIRST_WORD) ?? []));
  return { names, beginnings };
}

/** Every place where one of the names stands as whole words. Linear: at each word a few look-ups. */
export function findRepeats(text: string, { names, beginnings }: KnownPersons): readonly Finding[] {
  if (names.size === 0) return [];
  const words = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));
  return words.flatMap(({ start, end: wordEnd }, first): Finding[] => {
    if (text.charAt(start - 1) === "_" || !beginnings.has(text.slice(start, wordEnd))) return [];
    for (let count = LONGEST; count > 0; count -= 1) {
      const end = words[first + count - 1]?.end;
      if (end !== undefined && end - start <= 200 && isNamed(text, start, end, names))
        return [{ start, end, type: "PERSON", confidence: 0.7, recognizer: RECOGNIZER }];
    }
    return [];
  });
}

function isNamed(text: string, start: number, end: number, names: ReadonlySet<string>): boolean {
  return names.has(text.slice(start, end)) && text.charAt(end) !== "_";
}

/**
 * A word that stood alone as a name need only be written as one, and not be a word that is known to be something
 * else too: a mistake about an identifier of a program would be made again wherever it stands.
 */
function isDistinct(word: string, alone: boolean): boolean {
  const clarities = [givenName(word), familyName(word)];
  if (word.length < 3 || clarities.includes("ambiguous")) return false;
  return (alone && NAME.test(word) && !IDENTIFIER.test(word)) || clarities.includes("clear");
}
