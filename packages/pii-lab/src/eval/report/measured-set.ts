import type { JudgedText } from "../corpus/corpus-text.ts";
import type { TypeNames } from "../corpus/type-names.ts";
import type { Evaluation } from "../evaluate.ts";

/** A development set and what was measured on it. */
export interface MeasuredSet {
  /** The file's name without its ending. */
  readonly name: string;
  readonly texts: readonly JudgedText[];
  readonly names: TypeNames;
  readonly evaluation: Evaluation;
}
