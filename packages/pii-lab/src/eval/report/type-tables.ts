import { figure, markdownTable } from "./markdown.ts";
import type { MeasuredSet } from "./measured-set.ts";

const HEAD = ["type", "gold", "precision", "recall", "F1", "flagged", "covered"];

export function typeTables(sets: readonly MeasuredSet[]): string {
  return sets.map(section).join("\n\n");
}

function section({ name, evaluation }: MeasuredSet): string {
  const { types, all, language, texts, redaction, redactionDefault } = evaluation;
  const rows = [...Object.entries(types), ["all", all] as const].map(([type, scores]) => [
    type,
    scores.gold,
    ...[scores.precision, scores.recall, scores.f1, scores.flagged, scores.covered].map(figure),
  ]);
  const summary = [redaction, redactionDefault].map(
    ({ recall, precision, f2 }) =>
      `recall ${figure(recall)}, precision ${figure(precision)}, F2 ${figure(f2)}`,
  );
  return [
    `### ${name} (${language}, ${texts} texts)`,
    markdownTable(HEAD, rows),
    `Redaction, every type on: ${summary[0]}. By default: ${summary[1]}. ` +
      `PERSON precision (overlap): ${figure(evaluation.personPrecision)}.`,
  ].join("\n\n");
}
