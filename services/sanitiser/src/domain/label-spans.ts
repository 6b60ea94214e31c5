import { type EntityType, entityTypeOf } from "@veil/contracts/entities";
import type { Span } from "@veil/pii/spans";

/** A word of a text, and what a model of tokens says of it. */
export interface LabeledWord extends Span {
  readonly label: string;
  readonly score: number;
}

interface LabeledSpan extends Span {
  readonly type: EntityType;
  readonly confidence: number;
}

const RENAMED = new Map<string, EntityType>([
  ["PER", "PERSON"],
  ["NAME", "PERSON"],
  ["GIVENNAME", "PERSON"],
  ["FIRSTNAME", "PERSON"],
  ["SURNAME", "PERSON"],
  ["LASTNAME", "PERSON"],
  ["LOC", "LOCATION"],
  ["GPE", "LOCATION"],
  ["CITY", "LOCATION"],
  ["STREET", "STREET_ADDRESS"],
  ["ZIPCODE", "POSTAL_CODE"],
  ["TELEPHONENUM", "PHONE"],
]);
const PREFIXED = /^([BIESLU])-(.+)$/;

export function spansOf(words: readonly LabeledWord[]): readonly LabeledSpan[] {
  const spans: LabeledSpan[] = [];
  let open: LabeledWord[] = [];
  let openType: string | undefined;

  function close(): void {
    const type = openType === undefined ? undefined : typeOf(openType);
    const [first, last] = [open[0], open.at(-1)];
    if (type !== undefined && first !== undefined && last !== undefined) {
      const confidence = open.reduce((sum, { score }) => sum + score, 0) / open.length;
      spans.push({ start: first.start, end: last.end, type, confidence });
    }
    open = [];
    openType = undefined;
  }

  for (const word of words) {
    const { begins, ends, type } = readLabel(word.label);
    if (begins || type !== openType) close();
    if (type === undefined) continue;
    open.push(word);
    openType = type;
    if (ends) close();
  }
  close();
  return spans;
}

function typeOf(name: string): EntityType | undefined {
  const upper = name.toUpperCase();
  const type = RENAMED.get(upper) ?? entityTypeOf(upper);
  return type === "LITERAL" || type === "KNOWN_ENTITY" ? undefined : type;
}

function readLabel(label: string) {
  if (label === "O") return { begins: false, ends: false, type: undefined };
  const [, prefix = "I", type = label] = PREFIXED.exec(label) ?? [];
  return { begins: "BSU".includes(prefix), ends: "ESLU".includes(prefix), type };
}
