import { EVAL_POLICIES } from "../../eval/eval-policy.ts";
import { markdownTable } from "../../eval/report/markdown.ts";
import type { MeasuredRelease } from "../measured-release.ts";
import {
  type NamedPool,
  namedPools,
  pooledPersonPrecision,
  pooledRedaction,
  pooledTypes,
  textsOf,
} from "../pool.ts";
import { SCORE_HEAD, scoreCells } from "./score-cells.ts";

export function languagesSection(measured: MeasuredRelease): readonly string[] {
  const head = ["texts", "number", "policy", ...SCORE_HEAD];
  return [
    "## By language",
    "All texts of a language together; sets with many texts weigh more.",
    markdownTable(head, namedPools(measured).flatMap(rows), 3),
  ];
}

function rows({ title, pool }: NamedPool): readonly (readonly string[])[] {
  return EVAL_POLICIES.map((policy) => [
    ...[title, `${textsOf(pool, policy).length}`, policy],
    ...scoreCells(
      pooledRedaction(pool, policy),
      pooledTypes(pool, policy).get("PERSON"),
      pooledPersonPrecision(pool, policy),
    ),
  ]);
}
