import { ENTITY_TYPES, type EntityType } from "@veil/contracts/entities";
import type { JudgedText } from "../corpus/corpus-text.ts";

/**
 * Creates a judged text. Spans are written as "TYPE words", optional gold spans as "TYPE? words".
 */
export function judged(
  text: string,
  gold: readonly string[],
  predicted: readonly string[],
): JudgedText {
  return {
    id: "1",
    language: "en",
    text,
    gold: gold.map((marked) => {
      const { name, start, end } = place(text, marked);
      return { start, end, type: name.replace("?", ""), optional: name.endsWith("?") };
    }),
    predicted: predicted.map((marked) => {
      const { name, start, end } = place(text, marked);
      return { start, end, type: entityType(name), score: 0.5 };
    }),
  };
}

function place(text: string, marked: string) {
  const blank = marked.indexOf(" ");
  const value = marked.slice(blank + 1);
  const start = text.indexOf(value);
  if (start < 0) throw new Error(`"${value}" is not in "${text}"`);
  return { name: marked.slice(0, blank), start, end: start + value.length };
}

function entityType(name: string): EntityType {
  const type = ENTITY_TYPES.find((known) => known === name);
  if (type === undefined) throw new Error(`${name} is not a type`);
  return type;
}
