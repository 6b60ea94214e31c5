import { EVAL_POLICIES } from "../../eval/eval-policy.ts";
import { figure, reportTable } from "../../eval/report/report-table.ts";
import { captioned, heading, type PageBlock, paragraph } from "../../page/page-block.ts";
import type { MeasuredRelease } from "../measured-release.ts";
import {
  type Pool,
  pooledPersonPrecision,
  pooledRedaction,
  pooledTypes,
  textsOf,
} from "../pool.ts";
import { namedPools } from "../pools-of.ts";

const HEAD = [
  ...["texts", "number", "policy", "recall", "precision", "F2"],
  ...["PERSON flagged", "PERSON covered", "PERSON precision"],
];

export function languagesSection(measured: MeasuredRelease): readonly PageBlock[] {
  const pools = namedPools(measured);
  const groups = pools.map(({ title, pool }) => {
    const { recall, precision } = pooledRedaction(pool, "default");
    return { label: title, values: [recall, precision] };
  });
  const title = "By language: recall and precision under the default policy";
  return [
    heading(2, "By language"),
    paragraph("All texts of a language together; sets with many texts weigh more."),
    { kind: "bars", chart: { title, series: ["recall", "precision"], groups } },
    captioned("By language, both policies", reportTable(HEAD, pools.flatMap(rows), 3)),
  ];
}

function rows({ title, pool }: { title: string; pool: Pool }): readonly (readonly string[])[] {
  return EVAL_POLICIES.map((policy) => {
    const { recall, precision, f2 } = pooledRedaction(pool, policy);
    const persons = pooledTypes(pool, policy).get("PERSON");
    return [
      ...[title, `${textsOf(pool, policy).length}`, policy],
      ...[recall, precision, f2, persons?.flagged, persons?.covered].map(figure),
      figure(pooledPersonPrecision(pool, policy)),
    ];
  });
}
