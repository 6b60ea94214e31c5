import type { EntityType } from "@veil/contracts/entities";
import { type Doc, signsIn } from "./document.ts";
import type { Span } from "./spans.ts";
import { createWordTriggers } from "./word-triggers.ts";

export { ENTITY_TYPES, type EntityType } from "@veil/contracts/entities";
export type { Language } from "@veil/contracts/sanitiser";
export type { Span } from "./spans.ts";

/** A match of a recognizer. `confidence` is from 0 to 1. */
export interface Hit extends Span {
  readonly confidence: number;
}

/** A hit with its type and recognizer. `recognizer` is in kebab-case. */
export interface Finding extends Hit {
  readonly type: EntityType;
  readonly recognizer: string;
  /** A place that belongs to no address and to no person. */
  readonly general?: boolean;
}

/** Finds one kind of personal data in linear time. Hits may overlap and come in any order. */
export interface Recognizer {
  readonly name: string;
  readonly type: EntityType;
  /** Lower-case words at which every hit begins; `find` gets their places, and is skipped without any. */
  readonly triggers?: readonly string[];
  /** Digits, or signs of `@:=/\.-`. Every hit contains one of them; `find` is not called for a text without any. */
  readonly needs?: string;
  /** Every hit has one of `doc.codes` of a length that `lengthsOf` gives; `find` is not called for a text without any. */
  readonly codeLengths?: number;
  find(doc: Doc, triggeredAt: readonly number[]): readonly Hit[];
}

/** Runs all these recognizers; findings come in no particular order. Create once, use for many documents. */
export function createFinder(recognizers: readonly Recognizer[]): (doc: Doc) => readonly Finding[] {
  const hasTriggers = recognizers.some(({ triggers }) => triggers !== undefined);
  const places = createWordTriggers(recognizers.map(({ triggers = [] }) => triggers));
  const entries = recognizers.map((recognizer, index) => ({
    recognizer,
    index,
    waits: recognizer.triggers !== undefined,
    needs: recognizer.needs === undefined ? ALWAYS : signsIn(recognizer.needs),
    lengths: recognizer.codeLengths ?? ANY_LENGTH,
  }));
  return (doc) => {
    const triggered = hasTriggers ? places(doc.words) : NONE;
    const signs = doc.signs | ALWAYS;
    const lengths = doc.codes.lengths | ANY_LENGTH;
    const findings: Finding[] = [];
    for (const { recognizer, index, waits, needs, lengths: wanted } of entries) {
      const starts = triggered[index] ?? NONE;
      const mayFind = (needs & signs) !== 0 && (wanted & lengths) !== 0;
      if (!mayFind || (waits && starts.length === 0)) continue;
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
const ALWAYS = 1 << 30;
/** No code has the length 0. */
const ANY_LENGTH = 1;
