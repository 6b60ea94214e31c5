import type { EntityType } from "@veil/contracts/entities";
import type { Language } from "@veil/contracts/sanitiser";
import type { Span } from "@veil/pii/spans";

/** An annotation. Offsets are UTF-16 code units, `end` exclusive; `type` is the corpus's name. */
export interface GoldSpan extends Span {
  readonly type: string;
  /** True for a span that counts neither as missing nor as a false positive. */
  readonly optional: boolean;
}

export interface CorpusText {
  readonly id: string;
  /** Undefined when the language must be detected. */
  readonly language: Language | undefined;
  readonly text: string;
  readonly gold: readonly GoldSpan[];
}

/** A finding; findings of one text are disjoint. */
export interface PredictedSpan extends Span {
  readonly type: EntityType;
  /** From 0 to 1. */
  readonly score: number;
}

export interface JudgedText extends CorpusText {
  readonly predicted: readonly PredictedSpan[];
}
