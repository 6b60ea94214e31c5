import type { Random } from "../../random.ts";
import type { Example, TypedSpan } from "../corpora/example.ts";
import type { Slot } from "./slots.ts";

const SLOT = /\{(\w)\}/gu;

/** The shares of persons and of other spans whose entries in the name lists are hidden. */
export const MASKED_PERSONS = 0.5;
export const MASKED_OTHERS = 0.2;

export type Case = "kept" | "lower" | "upper";

/** Parses a template, in which `\n` means a line end. @throws RangeError for an unknown slot */
export function parseTrainingTemplate(
  template: string,
  slots: ReadonlyMap<string, Slot>,
): readonly (string | Slot)[] {
  const source = template.replaceAll("\\n", "\n");
  const parts: (string | Slot)[] = [];
  let at = 0;
  for (const match of source.matchAll(SLOT)) {
    const slot = slots.get(match[1] ?? "");
    if (slot === undefined) throw new RangeError(`"${template}" has an unknown slot ${match[0]}`);
    if (match.index > at) parts.push(source.slice(at, match.index));
    parts.push(slot);
    at = match.index + match[0].length;
  }
  if (at < source.length) parts.push(source.slice(at));
  return parts;
}

export function fillTemplate(
  parts: readonly (string | Slot)[],
  letterCase: Case,
  random: Random,
): Example {
  const spans: TypedSpan[] = [];
  const masked: (readonly [number, number])[] = [];
  let text = "";
  for (const part of parts) {
    const start = text.length;
    text += inCase(typeof part === "string" ? part : part.make(), letterCase);
    if (typeof part === "string" || part.type === undefined) continue;
    spans.push({ start, end: text.length, type: part.type });
    const share = part.type === "PERSON" ? MASKED_PERSONS : MASKED_OTHERS;
    if (random.chance(share)) masked.push([start, text.length]);
  }
  return { text, spans, masked };
}

export function joinExamples(first: Example, separator: string, second: Example): Example {
  const offset = first.text.length + separator.length;
  return {
    text: first.text + separator + second.text,
    spans: [
      ...first.spans,
      ...second.spans.map((span) => ({
        ...span,
        start: span.start + offset,
        end: span.end + offset,
      })),
    ],
    masked: [
      ...(first.masked ?? []),
      ...(second.masked ?? []).map(([start, end]) => [start + offset, end + offset] as const),
    ],
  };
}

export function inCase(text: string, letterCase: Case): string {
  if (letterCase === "kept") return text;
  return letterCase === "lower" ? text.toLowerCase() : text.toUpperCase();
}

/**
 * Fills random templates. Puts some texts in lower case or capitals, and adds a second text to a
 * quarter.
 */
export function* textsFromTemplates(
  templates: readonly (readonly (string | Slot)[])[],
  count: number,
  random: Random,
): Generator<Example> {
  for (let made = 0; made < count; made += 1) {
    const first = fillTemplate(random.pick(templates), drawCase(random), random);
    if (!random.chance(0.25)) {
      yield first;
      continue;
    }
    const second = fillTemplate(random.pick(templates), "kept", random);
    yield joinExamples(first, random.pick([" ", "\n", "\n\n", " "]), second);
  }
}

export function drawCase(random: Random): Case {
  const x = random.next();
  if (x < 0.06) return "lower";
  return x < 0.09 ? "upper" : "kept";
}
