import { type PiiEngine, sanitiseFields } from "@veil/pii";
import type { Span } from "@veil/pii/spans";
import { excerptOf } from "../eval/output/excerpt.ts";

export interface RedactionInContext extends Span {
  readonly type: string;
  readonly confidence: number;
  /** The redacted value in its context, between ⟦ and ⟧ and on one line. */
  readonly excerpt: string;
}

/**
 * Returns the redactions that the default policy makes. Omits text that looks like a placeholder,
 * because that is protected and not redacted.
 */
export function redactionsIn(engine: PiiEngine, text: string): readonly RedactionInContext[] {
  return sanitiseFields(engine, { fields: [{ name: "text", text }] })
    .fields.flatMap(({ redactions }) => redactions)
    .filter(({ type }) => type !== "LITERAL")
    .map(({ type, confidence, start, end }) => {
      const span = { start, end };
      return { type, confidence, ...span, excerpt: excerptOf(text, span) };
    });
}
