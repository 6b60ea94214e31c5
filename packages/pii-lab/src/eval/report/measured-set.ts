import type { JudgedText } from "../corpus/corpus-text.ts";
import type { TypeNames } from "../corpus/type-names.ts";
import type { Evaluation } from "../evaluate.ts";

export interface MeasuredSet {
  readonly name: string;
  readonly texts: readonly JudgedText[];
  readonly names: TypeNames;
  readonly evaluation: Evaluation;
}
