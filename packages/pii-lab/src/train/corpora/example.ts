import type { Span } from "@veil/pii/spans";
/** A stretch of a text with a type. UTF-16 code units, end exclusive. */
export interface TypedSpan extends Span {
  readonly type: string;
  /** Neither right nor wrong to find. */
  readonly optional?: boolean;
}

/** A text with its annotation, as corpora give it and augmentation makes it. */
export interface Example {
  readonly text: string;
  readonly spans: readonly TypedSpan[];
  /** Stretches whose words hide their entries in name lists, so that the model learns to read the context. */
  readonly masked?: readonly (readonly [start: number, end: number])[];
}
