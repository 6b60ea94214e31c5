import type { EntityType } from "@veil/contracts/entities";
import type { Language } from "@veil/contracts/sanitiser";
import type { Span } from "@veil/pii/spans";

/** What an annotator marked. Offsets are UTF-16 code units, `end` exclusive; `type` as the corpus writes it. */
export interface GoldSpan extends Span {
  readonly type: string;
  /** Counts neither as something to find nor as a false alarm. */
  readonly optional: boolean;
}

export interface CorpusText {
  readonly id: string;
  /** Undefined: the engine detects it. */
  readonly language: Language | undefined;
  readonly text: string;
  readonly gold: readonly GoldSpan[];
}

/** What the engine found. Of one text they never overlap. */
export interface PredictedSpan extends Span {
  readonly type: EntityType;
  /** From 0 to 1. */
  readonly score: number;
}

/** A text with what should be and what was found in it. */
export interface JudgedText extends CorpusText {
  readonly predicted: readonly PredictedSpan[];
}
