import type { Span } from "@veil/pii/spans";
/** UTF-16 code units, `end` exclusive. */
export interface TypedSpan extends Span {
  readonly type: string;
  readonly optional?: boolean;
}

export interface Example {
  readonly text: string;
  readonly spans: readonly TypedSpan[];
  /** Words in these spans hide their entries in name lists, so that the model learns from context. */
  readonly masked?: readonly (readonly [start: number, end: number])[];
}
