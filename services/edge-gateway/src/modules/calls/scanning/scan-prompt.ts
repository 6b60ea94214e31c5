import {
  parseTemplate,
  renderedLength,
  renderTemplate,
  type Template,
  templateVariables,
} from "@veil/contracts/template";
import { findHardIdentifiers, findTemplateIdentifiers } from "@veil/pii/hard-identifiers";
import { findLookalikes } from "@veil/pii/relink";
import { type Span, touching } from "@veil/pii/spans";
import { templateHosts } from "@veil/relink";
import type { NamedText } from "../content/sanitised-content.ts";
import type { DefinitionsScan, PromptInput, PromptScan, TemplateScan } from "./text-scans.ts";

export function scanTemplate(text: string): TemplateScan {
  const template = parseTemplate(text);
  return {
    identifiers: scanIdentifiers(text),
    lookalike: template.some(
      (part) => part.kind === "text" && findLookalikes(part.text).length > 0,
    ),
    variables: templateVariables(template),
    hosts: templateHosts(text),
  };
}

export function scanDefinitions(texts: readonly string[]): DefinitionsScan {
  const types = texts.map(scanIdentifiers);
  const at = types.findIndex((found) => found.length > 0);
  const lookalike = texts.findIndex((text) => findLookalikes(text).length > 0);
  return {
    ...(at !== -1 && { identifiers: { at, types: [...new Set(types.flat())] } }),
    ...(lookalike !== -1 && { lookalike: { at: lookalike } }),
  };
}

/**
 * Scans text that is refused, not sanitised, because its author can move personal data elsewhere,
 * such as a template or a system prompt.
 */
export function scanIdentifiers(text: string): readonly string[] {
  return [...new Set(findTemplateIdentifiers(text).map(({ type }) => type))];
}

interface Place extends Span {
  readonly name: string;
}

interface Rendered {
  readonly text: string;
  readonly places: readonly Place[];
}

const MAX_NAMES = 3;

/**
 * Scans the prompt as the provider would read it, because clean values can form an address or a
 * placeholder with each other or with the text around them.
 */
export function scanPrompt(input: PromptInput): PromptScan {
  const prompts = renderedPrompts(input);
  if (prompts === "too_long") return { kind: "too_long" };
  const { issued } = input;
  const found = prompts.map((prompt) => scanRendered(prompt, issued));
  const scan = found.find(({ kind }) => kind !== "clean");
  if (scan === undefined) return { kind: "clean" };
  const isClean = (text: string) => scanRendered(asPrompt(text), issued).kind === "clean";
  return textsOf(input).every(isClean) ? scan : { kind: "value_not_clean" };
}

function renderedPrompts(input: PromptInput): readonly Rendered[] | "too_long" {
  const { maxChars } = input;
  if ("messages" in input) {
    const length = textsOf(input).reduce((sum, text) => sum + text.length, 0);
    return length > maxChars ? "too_long" : input.messages.map(joined);
  }
  const template = parseTemplate(input.template);
  const texts = new Map(input.values.map(({ name, text }) => [name, text]));
  const length = renderedLength(template, (name) => texts.get(name)?.length ?? 0);
  return length > maxChars ? "too_long" : [rendered(template, texts)];
}

function textsOf(input: PromptInput): readonly string[] {
  const values = "messages" in input ? input.messages.flat() : input.values;
  return values.map(({ text }) => text);
}

function joined(texts: readonly NamedText[]): Rendered {
  let end = 0;
  const places = texts.map(({ name, text }) => {
    end += text.length;
    return { name, start: end - text.length, end };
  });
  return { text: texts.map(({ text }) => text).join(""), places };
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

function scanRendered({ text, places }: Rendered, issued: PromptInput["issued"]): PromptScan {
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

const PLACEHOLDER = /^\[([A-Z][A-Z_]*)_([1-9]\d*)\]$/;

/**
 * Returns whether `written` is exactly a placeholder that this request issued. `issued` contains
 * the highest number of each type.
 */
export function isIssued(written: string, issued: Readonly<Record<string, number>>): boolean {
  const [, type = "", number = ""] = PLACEHOLDER.exec(written) ?? [];
  return number !== "" && Number(number) <= (issued[type] ?? 0);
}
