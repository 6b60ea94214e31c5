import {
  parseTemplate,
  renderedLength,
  renderTemplate,
  type Template,
} from "@veil/contracts/template";
import { findHardIdentifiers } from "@veil/pii/hard-identifiers";
import { findLookalikes } from "@veil/pii/relink";
import { type Span, touching } from "@veil/pii/spans";
import type { NamedText } from "../content/call-field.ts";
import { isIssued } from "./issued.ts";
import type { PromptParts, PromptScan } from "./text-scans.ts";

interface Place extends Span {
  readonly name: string;
}

interface Rendered {
  readonly text: string;
  readonly places: readonly Place[];
}

const MAX_NAMES = 3;

/**
 * Reads the prompt as the provider would: clean values can make an address or a placeholder together, or with the text
 * around them.
 */
export function scanPrompt(parts: PromptParts): PromptScan {
  const prompts = renderedPrompts(parts);
  if (prompts === "too_long") return { kind: "too_long" };
  const { issued } = parts;
  const found = prompts.map((prompt) => scanRendered(prompt, issued));
  const scan = found.find(({ kind }) => kind !== "clean");
  if (scan === undefined) return { kind: "clean" };
  const isClean = (text: string) => scanRendered(asPrompt(text), issued).kind === "clean";
  return textsOf(parts).every(isClean) ? scan : { kind: "value_not_clean" };
}

function renderedPrompts(parts: PromptParts): readonly Rendered[] | "too_long" {
  const { maxChars } = parts;
  if ("messages" in parts) {
    const length = textsOf(parts).reduce((sum, text) => sum + text.length, 0);
    return length > maxChars ? "too_long" : parts.messages.map(joined);
  }
  const template = parseTemplate(parts.template);
  const texts = new Map(parts.values.map(({ name, text }) => [name, text]));
  const length = renderedLength(template, (name) => texts.get(name)?.length ?? 0);
  return length > maxChars ? "too_long" : [rendered(template, texts)];
}

function textsOf(parts: PromptParts): readonly string[] {
  const values = "messages" in parts ? parts.messages.flat() : parts.values;
  return values.map(({ text }) => text);
}

function joined(parts: readonly NamedText[]): Rendered {
  let end = 0;
  const places = parts.map(({ name, text }) => {
    end += text.length;
    return { name, start: end - text.length, end };
  });
  return { text: parts.map(({ text }) => text).join(""), places };
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

function asPrompt(text: string): Rendered {
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

function endOfPlaceAt(places: readonly Place[], position: number): number {
  return touching(places, { start: position, end: position + 1 })[0]?.end ?? -1;
}

function namesNear(places: readonly Place[], { start, end }: Span): readonly string[] {
  const adjacent = places.filter((place) => place.start <= end && place.end >= start);
  return [...new Set(adjacent.map(({ name }) => name))].slice(0, MAX_NAMES);
}
