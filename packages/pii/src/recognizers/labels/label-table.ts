import type { EntityType } from "../../finding.ts";
import { LABEL_WORDS, type LabelForm, NUMBER_WORDS } from "./label-words.ts";

export interface LabelWord {
  readonly type: EntityType;
  readonly form: LabelForm;
}

const TABLE = createTable();

/** Every word at which a label may begin, in lower case. */
export const LABEL_TRIGGERS: readonly string[] = [...TABLE.keys()];

/** Types that a label says. */
export const LABELLED_TYPES: ReadonlySet<EntityType> = new Set(LABEL_WORDS.map(({ type }) => type));

/** What a word in lower case is a label of, compounds with a word for a number included: "kundennummer". */
export function labelOf(word: string): LabelWord | undefined {
  return TABLE.get(word);
}

function createTable(): ReadonlyMap<string, LabelWord> {
  const table = new Map<string, LabelWord>();
  for (const { type, form, words } of LABEL_WORDS)
    for (const word of words.split(/\s+/)) table.set(word, { type, form });
  const numbers = NUMBER_WORDS.split(" ");
  for (const [word, { type, form }] of [...table]) {
    if (form !== "owner" && form !== "record") continue;
    for (const number of numbers)
      if (!table.has(word + number)) table.set(word + number, { type, form: "number" });
  }
  return table;
}
