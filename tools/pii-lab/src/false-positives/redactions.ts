import { type PiiEngine, sanitiseFields } from "@veil/pii";
import type { Span } from "@veil/pii/spans";

/** How many code units an excerpt shows on each side. */
const AROUND = 30;

export interface RedactionInContext extends Span {
  readonly type: string;
  readonly confidence: number;
  /** The redaction between ⟦ and ⟧ with its surroundings, on one line. */
  readonly excerpt: string;
}

/** Returns the default policy's redactions. Placeholder look-alikes are protected, not redacted. */
export function redactionsIn(engine: PiiEngine, text: string): readonly RedactionInContext[] {
  return sanitiseFields(engine, { fields: [{ name: "text", text }] })
    .fields.flatMap(({ redactions }) => redactions)
    .filter(({ type }) => type !== "LITERAL")
    .map(({ type, confidence, start, end }) => ({
      type,
      confidence,
      start,
      end,
      excerpt: excerptOf(text, start, end),
    }));
}

/** Returns the span between ⟦ and ⟧ with its surroundings, on one line. */
export function excerptOf(text: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - AROUND), start);
  const after = text.slice(end, end + AROUND);
  return `${before}⟦${text.slice(start, end)}⟧${after}`.replace(/\s+/g, " ");
}
