import type { TypeScores } from "../../eval/measures/type-scores.ts";
import { figure, reportTable } from "../../eval/report/report-table.ts";
import { typeTables } from "../../eval/report/type-tables.ts";
import { captioned, heading, type PageBlock, paragraph } from "../../page/page-block.ts";
import { developmentSets, type MeasuredRelease } from "../measured-release.ts";
import { type Pool, pooledTypes } from "../pool.ts";
import { namedPools } from "../pools-of.ts";

const FIGURES = ["flagged", "covered", "exact recall", "exact precision"];

export function typesSection(measured: MeasuredRelease): readonly PageBlock[] {
  return [
    heading(2, "By type"),
    paragraph(
      "A type is counted in the sets that annotate it. `PII` are spans of sets that do not say the type. Types without " +
        "figures under the default policy stay in the text.",
    ),
    ...namedPools(measured).flatMap(({ title, pool }) => poolBlocks(title, pool)),
  ];
}

export function setTypesSection(measured: MeasuredRelease): readonly PageBlock[] {
  return [
    heading(2, "By source and type"),
    ...typeTables([...measured.committed, ...developmentSets(measured)]),
  ];
}

function poolBlocks(title: string, pool: Pool): readonly PageBlock[] {
  const [byDefault, all] = [pooledTypes(pool, "default"), pooledTypes(pool, "all")];
  const groups = [...all].map(([label, scores]) => ({
    label,
    values: [byDefault.get(label)?.covered, scores.covered],
  }));
  const rows = [...all].map(([type, scores]) => [
    `\`${type}\``,
    `${scores.gold}`,
    ...figures(byDefault.get(type)),
    ...figures(scores),
  ]);
  const head = ["type", "annotated", ...FIGURES.map((name) => `default: ${name}`)];
  return [
    heading(3, title),
    {
      kind: "bars",
      chart: {
        title: `${title}: share of annotated spans that are covered`,
        series: ["default policy", "every type on"],
        groups,
      },
    },
    captioned(
      `${title}, by type and policy`,
      reportTable([...head, ...FIGURES.map((name) => `all: ${name}`)], rows),
    ),
  ];
}

function figures(scores: TypeScores | undefined): readonly string[] {
  return [scores?.flagged, scores?.covered, scores?.recall, scores?.precision].map(figure);
}
