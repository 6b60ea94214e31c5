import type { EntityType } from "@veil/contracts/entities";
import { createEngine } from "@veil/pii";
import { readBundledModels } from "@veil/pii/models";
import { createDocument, createFinder, RECOGNIZERS } from "@veil/pii/recognizers";
import type { Span } from "@veil/pii/spans";
import { typesOf } from "./entity-types.ts";
import type { RecognizerCase } from "./recognizer-case.ts";

/**
 * Returns whether the findings are those that the case expects. Returns undefined if we have no
 * type for any of the case's entities, for example if they are numbers of another country. Uses the
 * whole engine to find names, but only the recognizers to find numbers.
 */
export function passes(test: RecognizerCase): boolean | undefined {
  const types = new Set(test.entities.flatMap(typesOf));
  const ofFramework = test.recognizer === null && !types.has("PERSON");
  if (ofFramework) return false;
  if (types.size === 0) return undefined;
  const found = merged(types.has("PERSON") ? findNames(test, types) : findNumbers(test, types));
  if (test.expected_spans?.length !== test.expected_count)
    return found.length === test.expected_count;
  const own = (span: Span) => trimmed(test.text, span);
  return key(found.map(own)) === key(test.expected_spans.map(own));
}

const engine = createEngine({ names: readBundledModels() });
const findAll = createFinder(RECOGNIZERS);

function findNames({ text }: RecognizerCase, types: ReadonlySet<EntityType>): readonly Span[] {
  return engine.find(text, { language: "en", keep: ({ type }) => types.has(type) });
}

function findNumbers(
  { text, language }: RecognizerCase,
  types: ReadonlySet<EntityType>,
): readonly Span[] {
  const doc = createDocument(text, language === "de" ? "de" : "en");
  return findAll(doc).filter(({ type }) => types.has(type));
}

/** Sorts spans in document order and merges those that overlap. */
function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last === undefined || start >= last.end) result.push({ start, end });
    else result[result.length - 1] = { start: last.start, end: Math.max(last.end, end) };
  }
  return result;
}

/** Excludes blanks and quotation marks around a value, and a title before it. */
function trimmed(text: string, { start, end }: Span): Span {
  const value = text.slice(start, end);
  const before = value.length - value.replace(/^[\s"']+(?!$)|^(?:Mr|Mrs|Ms|Dr)\. /, "").length;
  return { start: start + before, end: start + value.replace(/[\s"']+$/, "").length };
}

function key(spans: readonly Span[]): string {
  return [...spans]
    .sort((a, b) => a.start - b.start)
    .map(({ start, end }) => `${start}-${end}`)
    .join(" ");
}
