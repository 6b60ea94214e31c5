import type { TypeScores } from "../measures/type-scores.ts";
import { figure, markdownTable } from "./markdown.ts";
import type { MeasuredSet } from "./measured-set.ts";

const HEAD = [
  ...["type", "gold", "precision", "recall", "F1", "flagged", "covered"],
  ...["flagged, default policy", "covered, default policy"],
];

/** Returns a section for each set. */
export function typeTables(sets: readonly MeasuredSet[]): string {
  return sets.flatMap(section).join("\n\n");
}

function section({ name, all: { evaluation }, default: byDefault }: MeasuredSet) {
  const { types, all, language, texts, redaction, redactionDefault } = evaluation;
  const rows = [
    ...Object.entries(types).map(([type, scores]) =>
      row(type, scores, byDefault.evaluation.types[type]),
    ),
    row("all", all, byDefault.evaluation.all),
  ];
  const summary = [redaction, redactionDefault, byDefault.evaluation.redactionDefault].map(
    ({ recall, precision, f2 }) =>
      `recall ${figure(recall)}, precision ${figure(precision)}, F2 ${figure(f2)}`,
  );
  return [
    `### ${name} (${language}, ${texts} texts)`,
    markdownTable(HEAD, rows),
    `Redaction, every type on: ${summary[0]}. By default: ${summary[1]}. ` +
      `PERSON precision (overlap): ${figure(evaluation.personPrecision)}.`,
    `Default policy: ${summary[2]}. ` +
      `PERSON precision (overlap): ${figure(byDefault.evaluation.personPrecision)}.`,
  ];
}

function row(type: string, scores: TypeScores, byDefault: TypeScores | undefined) {
  const { precision, recall, f1, flagged, covered } = scores;
  const figures = [precision, recall, f1, flagged, covered, byDefault?.flagged, byDefault?.covered];
  return [type, scores.gold, ...figures.map(figure)];
}
