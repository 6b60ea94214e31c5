import { type PiiEngine, sanitiseFields } from "@veil/pii";
import type { Span } from "@veil/pii/spans";
import { excerptOf } from "../eval/output/excerpt.ts";

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
    .map(({ type, confidence, start, end }) => {
      const span = { start, end };
      return { type, confidence, ...span, excerpt: excerptOf(text, span) };
    });
}
