import { captioned, heading, type PageBlock, paragraph } from "../../page/page-block.ts";
import type { TypeScores } from "../measures/type-scores.ts";
import type { MeasuredSet } from "./measured-set.ts";
import { figure, reportTable } from "./report-table.ts";

const HEAD = [
  ...["type", "gold", "precision", "recall", "F1", "flagged", "covered"],
  ...["flagged, default policy", "covered, default policy"],
];

export function typeTables(sets: readonly MeasuredSet[]): readonly PageBlock[] {
  return sets.flatMap(section);
}

function section({
  name,
  all: { evaluation },
  default: byDefault,
}: MeasuredSet): readonly PageBlock[] {
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
    heading(3, `${name} (${language}, ${texts} texts)`),
    captioned(`${name} by type, every type on and by default`, reportTable(HEAD, rows)),
    paragraph(
      `Redaction, every type on: ${summary[0]}. By default: ${summary[1]}. ` +
        `PERSON precision (overlap): ${figure(evaluation.personPrecision)}.`,
    ),
    paragraph(
      `Default policy: ${summary[2]}. ` +
        `PERSON precision (overlap): ${figure(byDefault.evaluation.personPrecision)}.`,
    ),
  ];
}

function row(type: string, scores: TypeScores, byDefault: TypeScores | undefined) {
  const { precision, recall, f1, flagged, covered } = scores;
  const figures = [precision, recall, f1, flagged, covered, byDefault?.flagged, byDefault?.covered];
  return [type, scores.gold, ...figures.map(figure)];
}
