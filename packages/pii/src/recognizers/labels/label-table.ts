import type { EntityType } from "../../finding.ts";
import { LABEL_WORDS, type LabelForm, NUMBER_WORDS, ONLY_BEHIND } from "./label-words.ts";

export interface LabelWord {
  readonly type: EntityType;
  readonly form: LabelForm;
  /** If present, the word is a label only after text that matches. */
  readonly behind?: RegExp | undefined;
}

const SPELLED: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };
const COMPOUNDED: ReadonlySet<LabelForm> = new Set(["owner", "record", "number"]);
/** Words that also occur in the genitive: "des Aktenzeichens". */
const GENITIVE = /zeichen$/;
const TABLE = createTable();

/** Every word with which a label may begin, in lower case. */
export const LABEL_TRIGGERS: readonly string[] = [...TABLE.keys()];

/** Every type that a label can imply. */
export const LABELED_TYPES: ReadonlySet<EntityType> = new Set(LABEL_WORDS.map(({ type }) => type));

/**
 * Returns the label for a lower-case word, which may be a compound with a word for a number:
 * "kundennummer".
 */
export function labelOf(word: string): LabelWord | undefined {
  return TABLE.get(word);
}

function createTable(): ReadonlyMap<string, LabelWord> {
  const words = LABEL_WORDS.flatMap(({ type, form, words: written }) =>
    written
      .split(/\s+/)
      .map((word) => [word, { type, form, behind: ONLY_BEHIND.get(word) }] as const),
  );
  const table = new Map(words);
  const numbers = NUMBER_WORDS.split(" ");
  for (const [word, { type, form }] of words)
    if (COMPOUNDED.has(form))
      for (const number of numbers) addWord(table, word + number, { type, form: "number" });
  for (const [word, label] of [...table])
    if (GENITIVE.test(word)) addWord(table, `${word}s`, label);
  for (const [word, label] of [...table]) addWord(table, withoutUmlauts(word), label);
  return table;
}

function addWord(table: Map<string, LabelWord>, word: string, label: LabelWord): void {
  if (!table.has(word)) table.set(word, label);
}

/** Returns the word without umlauts, as in names of variables. */
function withoutUmlauts(word: string): string {
  return word.replace(/[äöüß]/g, (letter) => SPELLED[letter] ?? letter);
}
