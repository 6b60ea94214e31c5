import { findHardIdentifiers } from "@veil/pii/hard-identifiers";
import { findLookalikes } from "@veil/pii/relink";
import { parseTemplate, renderedLength, renderTemplate, type Template } from "@veil/template";
import type { PromptParts, PromptScan } from "../../text-scans.ts";

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
const PLACEHOLDER = /^\[([A-Z][A-Z_]*)_([1-9]\d*)\]$/;

/**
 * Reads the prompt as the provider would: values that are clean each on its own can make an address or a
 * placeholder together, or with the text beside them.
 */
export function scanPrompt({ template, values, issued, maxChars }: PromptParts): PromptScan {
  const parsed = parseTemplate(template);
  const texts = new Map(values.map(({ name, text }) => [name, text]));
  if (renderedLength(parsed, (name) => texts.get(name)?.length ?? 0) > maxChars)
    return { kind: "too_long" };
  const scan = scanRendered(rendered(parsed, texts), issued);
  if (scan.kind === "clean") return scan;
  const isClean = (text: string) => scanRendered(alone(text), issued).kind === "clean";
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

function scanRendered({ text, places }: Rendered, issued: PromptParts["issued"]): PromptScan {
  const [first, ...others] = findHardIdentifiers(text);
  if (first !== undefined) {
    const types = [...new Set([first, ...others].map(({ type }) => type))];
    return { kind: "identifier", types, near: namesNear(places, first) };
  }
  const strange = findLookalikes(text).find(
    ({ start, end }) =>
      !isIssued(text.slice(start, end), issued) || end > endOfPlaceAt(places, start),
  );
  return strange === undefined
    ? { kind: "clean" }
    : { kind: "lookalike", near: namesNear(places, strange) };
}

/** As it was issued, to the letter. */
function isIssued(written: string, issued: PromptParts["issued"]): boolean {
  const [, type = "", number = ""] = PLACEHOLDER.exec(written) ?? [];
  return number !== "" && Number(number) <= (issued[type] ?? 0);
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
