import type { EntityType } from "@veil/contracts/entities";
import { type Doc, signsIn } from "./document.ts";
import type { Span } from "./spans.ts";
import { createWordTriggers } from "./word-triggers.ts";

export { ENTITY_TYPES, type EntityType } from "@veil/contracts/entities";
export type { Language } from "@veil/contracts/sanitiser";
export type { Span } from "./spans.ts";

/** What a recogniser saw. `confidence` is from 0 to 1. */
export interface Hit extends Span {
  readonly confidence: number;
}

/** A hit with what it is and who saw it. `recognizer` is in kebab-case. */
export interface Finding extends Hit {
  readonly type: EntityType;
  readonly recognizer: string;
}

/**
 * Finds one kind of personal data. `find` is linear in the length of the text whatever the text; its hits
 * may overlap and come in any order.
 */
export interface Recognizer {
  readonly name: string;
  readonly type: EntityType;
  /**
   * Words in lower case, at one of which everything begins that this recogniser can find: `find` is told
   * where they stand, and is not called for a text that has none.
   */
  readonly triggers?: readonly string[];
  /**
   * Digits, or signs out of `@:=/\.-`: one of them stands in everything that this recogniser can find, which
   * is not called for a text that has none.
   */
  readonly needs?: string;
  find(doc: Doc, triggeredAt: readonly number[]): readonly Hit[];
}

/** All that these recognisers find, labelled, in no particular order. To be made once for many documents. */
export function createFinder(recognizers: readonly Recognizer[]): (doc: Doc) => readonly Finding[] {
  const hasTriggers = recognizers.some(({ triggers }) => triggers !== undefined);
  const places = createWordTriggers(recognizers.map(({ triggers = [] }) => triggers));
  const entries = recognizers.map((recognizer, index) => ({
    recognizer,
    index,
    waits: recognizer.triggers !== undefined,
    needs: recognizer.needs === undefined ? ALWAYS : signsIn(recognizer.needs),
  }));
  return (doc) => {
    const triggered = hasTriggers ? places(doc.text) : NONE;
    const signs = doc.signs | ALWAYS;
    const findings: Finding[] = [];
    for (const { recognizer, index, waits, needs } of entries) {
      const starts = triggered[index] ?? NONE;
      if ((needs & signs) === 0 || (waits && starts.length === 0)) continue;
      addFindings(findings, recognizer, recognizer.find(doc, starts));
    }
    return findings;
  };
}

function addFindings(findings: Finding[], { name, type }: Recognizer, hits: readonly Hit[]): void {
  for (const { start, end, confidence } of hits)
    findings.push({ start, end, confidence, type, recognizer: name });
}

const NONE: readonly never[] = [];
/** A bit that no sign has. */
const ALWAYS = 1 << 30;
