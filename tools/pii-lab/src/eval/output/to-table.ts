import Table from "cli-table3";
import type { Evaluation } from "../evaluate.ts";
import type { Ratio } from "../measures/ratio.ts";
import type { RedactionScores } from "../measures/redaction-scores.ts";
import type { TypeScores } from "../measures/type-scores.ts";

const COLUMNS = ["type", "gold", "precision", "recall", "F1", "flagged", "covered"];
const NO_COLORS = { head: [], border: [] };

export function toTable(evaluation: Evaluation): string {
  const { file, policy, language, texts, types, all, personPrecision } = evaluation;
  const byType = new Table({
    head: COLUMNS,
    colAligns: COLUMNS.map((_, column) => (column === 0 ? "left" : "right")),
    style: { ...NO_COLORS, compact: true },
  });
  byType.push(...Object.entries(types).map(([type, scores]) => row(type, scores)));
  byType.push(row("all", all));
  return [
    `${file} (${language}, ${texts} texts, policy ${policy})`,
    byType.toString(),
    `PERSON findings that overlap a person or an optional span: ${percent(personPrecision)} %`,
    `redaction, every annotated type: ${redaction(evaluation.redaction)}`,
    `redaction by default:            ${redaction(evaluation.redactionDefault)}`,
    `${Math.round(evaluation.textsPerSecond)} texts/s, ${evaluation.megabytesPerSecond.toFixed(2)} MB/s`,
    "",
  ].join("\n");
}

function row(type: string, { gold, precision, recall, f1, flagged, covered }: TypeScores) {
  return [type, gold, ...[precision, recall, f1, flagged, covered].map(percent)];
}

function redaction({ recall, precision, f2 }: RedactionScores): string {
  return `recall ${percent(recall)}, precision ${percent(precision)}, F2 ${percent(f2)}`;
}

function percent(value: Ratio): string {
  return value === undefined ? "-" : (value * 100).toFixed(1);
}
