import type { TypeScores } from "../../eval/measures/type-scores.ts";
import { figure, markdownTable } from "../../eval/report/markdown.ts";
import { typeTables } from "../../eval/report/type-tables.ts";
import { developmentSets, type MeasuredRelease } from "../measured-release.ts";
import { namedPools, type Pool, pooledTypes } from "../pool.ts";

const FIGURES = ["flagged", "covered", "exact recall", "exact precision"];
const HEAD = [
  ...["type", "annotated"],
  ...["default", "all"].flatMap((policy) => FIGURES.map((name) => `${policy}: ${name}`)),
];

export function typesSection(measured: MeasuredRelease): readonly string[] {
  return [
    "## By type",
    "A type is counted in the sets that annotate it. `PII` are spans of sets that do not say the type. Types without " +
      "figures under the default policy stay in the text.",
    ...namedPools(measured).flatMap(({ title, pool }) => [`### ${title}`, typesTable(pool)]),
  ];
}

export function setTypesSection(measured: MeasuredRelease): readonly string[] {
  return [
    "## By source and type",
    typeTables([...measured.committed, ...developmentSets(measured)]),
  ];
}

function typesTable(pool: Pool): string {
  const byDefault = pooledTypes(pool, "default");
  const rows = [...pooledTypes(pool, "all")].map(([type, scores]) => [
    ...[`\`${type}\``, scores.gold],
    ...figures(byDefault.get(type)),
    ...figures(scores),
  ]);
  return markdownTable(HEAD, rows);
}

function figures(scores: TypeScores | undefined): readonly string[] {
  return [scores?.flagged, scores?.covered, scores?.recall, scores?.precision].map(figure);
}
