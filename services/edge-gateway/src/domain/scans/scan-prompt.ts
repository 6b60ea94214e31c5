import { findHardIdentifiers } from "@veil/pii/hard-identifiers";
import { findLookalikes } from "@veil/pii/relink";
import { parseTemplate, renderedLength, renderTemplate, type Template } from "@veil/template";
import type { PromptParts, PromptScan } from "../../ports/text-scans.ts";

/** UTF-16 code units, `end` exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where a value stands in the prompt. */
interface Place extends Span {
  readonly name: string;
}

interface Rendered {
  readonly text: string;
  /** In document order. */
  readonly places: readonly Place[];
}

const NAMES_TOLD = 3;

/**
 * Reads the prompt as the provider would: values that are clean each on its own can make an address or a
 * placeholder together, or with the text beside them.
 */
export function scanPrompt({ template, values, issued, maxChars }: PromptParts): PromptScan {
  const parsed = parseTemplate(template);
  const texts = new Map(values.map(({ name, text }) => [name, text]));
  if (renderedLength(parsed, (name) => texts.get(name)?.length ?? 0) > maxChars)
    return { kind: "too_long" };
  const known = new Set(issued);
  const scan = scanRendered(rendered(parsed, texts), known);
  if (scan.kind === "clean") return scan;
  const isClean = (text: string) => scanRendered(alone(text), known).kind === "clean";
  return values.every(({ text }) => isClean(text)) ? scan : { kind: "value_not_clean" };
}

function rendered(template: Template, texts: ReadonlyMap<string, string>): Rendered {
  const text = renderTemplate(template, texts);
  const places: Place[] = [];
  let start = 0;
  for (const part of template) {
    const { length } = part.kind === "text" ? part.text : (texts.get(part.name) ?? "");
    if (part.kind === "variable") places.push({ name: part.name, start, end: start + length });
    start += length;
  }
  return { text, places };
}

function alone(text: string): Rendered {
  return { text, places: [{ name: "", start: 0, end: text.length }] };
}

function scanRendered({ text, places }: Rendered, issued: ReadonlySet<string>): PromptScan {
  const [first, ...others] = findHardIdentifiers(text);
  if (first !== undefined) {
    const types = [...new Set([first, ...others].map(({ type }) => type))];
    return { kind: "identifier", types, near: namesNear(places, first) };
  }
  const strange = findLookalikes(text).find(
    ({ start, end }) => !issued.has(text.slice(start, end)) || end > endOfPlaceAt(places, start),
  );
  return strange === undefined
    ? { kind: "clean" }
    : { kind: "lookalike", near: namesNear(places, strange) };
}

/** Where the value ends that stands at `position`, found by bisection; -1 when none stands there. */
function endOfPlaceAt(places: readonly Place[], position: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.end ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  const place = places[low];
  return place !== undefined && place.start <= position ? place.end : -1;
}

function namesNear(places: readonly Place[], { start, end }: Span): readonly string[] {
  const touching = places.filter((place) => place.start <= end && place.end >= start);
  return [...new Set(touching.map(({ name }) => name))].slice(0, NAMES_TOLD);
}
