import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Language } from "@veil/contracts/sanitiser";
import {
  hashLower,
  LEXICON_FLAGS,
  Lexicon,
  SHAPES,
  TOKEN_KINDS,
  Tokens,
  tokenize,
} from "@veil/pii/ner";
import type { Example } from "../corpora/example.ts";

const require = createRequire(import.meta.url);
const NAME_TYPE = /^(?:PERSON|LOCATION|ORGANIZATION|STREET_ADDRESS)$/u;
const SEEN_AT_LEAST = 2;

export function lowerCaseWords(examples: Iterable<Example>): readonly number[] {
  const tokens = new Tokens();
  const empty = new Lexicon(1);
  const counts = new Map<number, number>();
  for (const example of examples) {
    tokenize(example.text, empty, tokens);
    for (const hash of lowerCaseHashes(tokens, example))
      counts.set(hash, (counts.get(hash) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count >= SEEN_AT_LEAST).map(([hash]) => hash);
}

function* lowerCaseHashes(tokens: Tokens, { spans }: Example): Generator<number> {
  const names = spans.filter(({ type }) => NAME_TYPE.test(type));
  for (let row = 0; row < tokens.count; row += 1) {
    if (tokens.kind[row] !== TOKEN_KINDS.WORD || tokens.shape[row] !== SHAPES.LOWER_WORD) continue;
    const start = tokens.start[row] ?? 0;
    const end = tokens.end[row] ?? 0;
    if (!names.some((name) => name.start < end && start < name.end)) yield tokens.lower[row] ?? 0;
  }
}

export function nationalitiesIn(examples: Iterable<Example>): readonly string[] {
  const counts = new Map<string, number>();
  for (const { text, spans } of examples)
    for (const { start, end, type } of spans) {
      const word = text.slice(start, end).toLowerCase();
      if (type === "NRP" && /^\p{L}{4,}$/u.test(word))
        counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  return [...counts].filter(([, count]) => count >= SEEN_AT_LEAST).map(([word]) => word);
}

/** Returns words from names of companies in @cspell/dict-companies (MIT). */
export function companyWords(isOther: (word: string) => boolean): readonly string[] {
  const folder = dirname(require.resolve("@cspell/dict-companies"));
  const file = join(folder, "dict/companies.txt");
  return readFileSync(file, "utf8")
    .split("\n")
    .map((line) => line.trim())
    .filter((word) => /^\p{L}{3,}$/u.test(word) && !isOther(word.toLowerCase()));
}

/** Returns lower-case programming words from @cspell/dict-software-terms (MIT). */
export function softwareWords(): readonly string[] {
  const folder = dirname(require.resolve("@cspell/dict-software-terms"));
  return gunzipSync(readFileSync(join(folder, "dict/softwareTerms.txt.gz")))
    .toString("utf8")
    .split("\n")
    .filter((word) => /^[a-z]{3,14}$/u.test(word));
}

const LONGEST = 14;

/**
 * Returns lower-case words that are not names: for English those in an-array-of-english-words
 * (MIT), for German none.
 */
export function dictionaryWords(
  language: Language,
  isName: (word: string) => boolean,
): readonly string[] {
  if (language !== "en") return [];
  const words = require("an-array-of-english-words") as readonly string[];
  return words.filter((word) => word.length > 2 && word.length <= LONGEST && !isName(word));
}

export function isListedName(lexicon: Lexicon, word: string): boolean {
  const names = LEXICON_FLAGS.FIRST | LEXICON_FLAGS.LAST;
  return (lexicon.flagsOf(hashLower(word)) & names) !== 0;
}
