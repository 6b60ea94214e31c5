import type { EvalPolicy } from "../../eval/eval-policy.ts";
import type { Evaluation } from "../../eval/evaluate.ts";
import type { Ratio } from "../../eval/measures/ratio.ts";
import type { RedactionScores } from "../../eval/measures/redaction-scores.ts";
import type { TypeScores } from "../../eval/measures/type-scores.ts";
import { figure } from "../../eval/report/markdown.ts";

export const SCORE_HEAD = [
  ...["recall", "precision", "F2"],
  ...["PERSON flagged", "PERSON covered", "PERSON precision"],
];

export function scoreCells(
  { recall, precision, f2 }: RedactionScores,
  persons: TypeScores | undefined,
  personPrecision: Ratio,
): readonly string[] {
  return [recall, precision, f2, persons?.flagged, persons?.covered, personPrecision].map(figure);
}

/** Returns the cells of a set. A set that annotates no persons has no PERSON precision. */
export function scoreCellsOf(policy: EvalPolicy, evaluation: Evaluation): readonly string[] {
  const { redaction, redactionDefault, types, personPrecision } = evaluation;
  const persons = types["PERSON"];
  const hasPersons = persons !== undefined && persons.gold > 0;
  return scoreCells(
    policy === "all" ? redaction : redactionDefault,
    persons,
    hasPersons ? personPrecision : undefined,
  );
}
