import type { EntityType } from "@veil/contracts/entities";
import type { Language } from "@veil/contracts/sanitiser";
import type { Span } from "@veil/pii/spans";

/**
 * An annotation. Offsets count UTF-16 code units, `end` is exclusive, `type` is the corpus's name.
 */
export interface GoldSpan extends Span {
  readonly type: string;
  /** True if the span counts neither as missed nor, when it is found, as a false positive. */
  readonly optional: boolean;
}

export interface CorpusText {
  readonly id: string;
  /** Undefined when the language must be detected. */
  readonly language: Language | undefined;
  readonly text: string;
  readonly gold: readonly GoldSpan[];
}

/** A finding. The engine's findings in one text do not overlap. */
export interface PredictedSpan extends Span {
  readonly type: EntityType;
  /** From 0 to 1. */
  readonly score: number;
}

export interface JudgedText extends CorpusText {
  readonly predicted: readonly PredictedSpan[];
}
