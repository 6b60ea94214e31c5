import type { EntityType } from "@veil/contracts/entities";
import { type CodeForm, createCodeDispatch } from "./text/code-forms.ts";
import { type Doc, signsIn } from "./text/document.ts";
import type { Span } from "./text/spans.ts";
import { createWordTriggers } from "./text/word-triggers.ts";

export { ENTITY_TYPES, type EntityType } from "@veil/contracts/entities";
export type { Language } from "@veil/contracts/sanitiser";
export type { Span } from "./text/spans.ts";

/** A match of a recognizer. `confidence` is from 0 to 1. */
export interface Hit extends Span {
  readonly confidence: number;
}

/** A hit with its type and the kebab-case name of its recognizer. */
export interface Finding extends Hit {
  readonly type: EntityType;
  readonly recognizer: string;
  /** True for a place that belongs to neither an address nor a person. */
  readonly general?: boolean;
}

interface Named {
  readonly name: string;
  readonly type: EntityType;
}

/** Finds one kind of personal data in linear time. Hits may overlap and come in any order. */
export interface SingleRecognizer extends Named {
  /**
   * Lower-case words; every hit begins at one of them. `find` receives their places and is not
   * called if there are none.
   */
  readonly triggers?: readonly string[];
  /**
   * Digits or signs (of `@:=/\.-$[`), at least one of which every hit contains. `find` is not
   * called for a text without any of them.
   */
  readonly needs?: string;
  /**
   * Forms of codes. Every hit comes from a code in `doc.codes` that has one of these forms. `find`
   * receives the indices of these codes and is not called if there are none.
   */
  readonly codes?: readonly CodeForm[];
  readonly find: (this: void, doc: Doc, places: Places) => readonly Hit[];
}

/** A recognizer that combines several forms of the same kind of data. */
interface CompositeRecognizer extends Named {
  readonly parts: readonly SingleRecognizer[];
}

export type Recognizer = SingleRecognizer | CompositeRecognizer;

/**
 * Returns a function that runs all these recognizers; its findings come in no particular order.
 * Create it once and use it for many documents.
 */
export function createFinder(recognizers: readonly Recognizer[]): (doc: Doc) => Finding[] {
  const parts = recognizers.flatMap(partsOf);
  const entries = parts.map(entryOf);
  const hasTriggers = entries.some(({ waits }) => waits === "words");
  const wordPlaces = createWordTriggers(parts.map(({ triggers = [] }) => triggers));
  const codePlaces = createCodeDispatch(parts.map(({ codes = [] }) => codes));
  return (doc) => {
    const words = hasTriggers ? wordPlaces(doc.words) : NONE;
    const codes = codePlaces(doc.text, doc.codes);
    const findings: Finding[] = [];
    for (const [index, entry] of entries.entries()) {
      const places = placesFor(entry, doc, words[index], codes[index]);
      if (places !== undefined) addFindings(findings, entry, entry.find(doc, places));
    }
    return findings;
  };
}

type Places = readonly number[];

/** Returns the places where the recognizer has to look, or undefined if there are none. */
function placesFor(
  { waits, needs }: Entry,
  { signs }: Doc,
  words: Places | undefined,
  codes: Places | undefined,
): Places | undefined {
  if (needs !== ANYTHING && (needs & signs) === 0) return undefined;
  if (waits === "nothing") return NONE;
  const places = waits === "codes" ? codes : words;
  return places === undefined || places.length === 0 ? undefined : places;
}

/**
 * Returns the parts of the recognizer, which have its name and type, or the recognizer itself if it
 * has no parts.
 */
export function partsOf(recognizer: Recognizer): readonly SingleRecognizer[] {
  return "parts" in recognizer ? recognizer.parts : [recognizer];
}

/** All entries have the same object shape, because the runtime's inline caches depend on it. */
interface Entry extends Named {
  readonly find: SingleRecognizer["find"];
  readonly needs: number;
  readonly waits: "words" | "codes" | "nothing";
}

function entryOf(recognizer: SingleRecognizer): Entry {
  const { name, type, needs, triggers, codes } = recognizer;
  return {
    name,
    type,
    find: recognizer.find,
    needs: needs === undefined ? ANYTHING : signsIn(needs),
    waits: triggers !== undefined ? "words" : codes === undefined ? "nothing" : "codes",
  };
}

function addFindings(findings: Finding[], { name, type }: Named, hits: readonly Hit[]): void {
  for (const { start, end, confidence } of hits)
    findings.push({ start, end, confidence, type, recognizer: name });
}

const NONE: readonly never[] = [];
const ANYTHING = -1;
