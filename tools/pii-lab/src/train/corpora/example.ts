import type { Span } from "@veil/pii/spans";
/** A span with its type. Offsets count UTF-16 code units, and `end` is exclusive. */
export interface TypedSpan extends Span {
  readonly type: string;
  readonly optional?: boolean;
}

export interface Example {
  readonly text: string;
  readonly spans: readonly TypedSpan[];
  /**
   * Spans whose words count as missing from the name lists, so that the model learns from context.
   */
  readonly masked?: readonly (readonly [start: number, end: number])[];
}
