import { EVAL_POLICIES } from "../../eval/eval-policy.ts";
import { barsTable } from "../../eval/report/bars.ts";
import { markdownTable } from "../../eval/report/markdown.ts";
import { developmentSets, type MeasuredRelease } from "../measured-release.ts";
import type { ReportSet } from "../report-set.ts";
import { SCORE_HEAD, scoreCellsOf } from "./score-cells.ts";

const HEAD = ["set", "language", "texts", "policy", ...SCORE_HEAD];

/** Shows recall and precision by source. */
export function setsSection(measured: MeasuredRelease): readonly string[] {
  return [
    "## By source",
    ...setsTable("Committed sets", measured.committed),
    ...setsTable("Development sets", developmentSets(measured)),
    ...barsOf(measured),
  ];
}

function setsTable(title: string, sets: readonly ReportSet[]): readonly string[] {
  return sets.length === 0 ? [] : [`### ${title}`, markdownTable(HEAD, sets.flatMap(rows), 4)];
}

function rows(set: ReportSet): readonly (readonly string[])[] {
  return EVAL_POLICIES.map((policy) => {
    const { evaluation } = set[policy];
    const named = [`\`${set.name}\``, evaluation.language, textsOf(set), policy];
    return [...named, ...scoreCellsOf(policy, evaluation)];
  });
}

function textsOf({ all: { texts }, textsInFile }: ReportSet): string {
  return texts.length === textsInFile ? `${textsInFile}` : `${texts.length} of ${textsInFile}`;
}

/** Shows the bars if whole sets were measured, because bars do not apply to samples. */
function barsOf({ development, sampling }: MeasuredRelease): readonly string[] {
  if (development.kind !== "measured" || sampling.limit !== undefined) return [];
  return [
    "### Bars",
    "The least that a release may have on development sets; tests hold it.",
    barsTable(development.sets),
  ];
}
