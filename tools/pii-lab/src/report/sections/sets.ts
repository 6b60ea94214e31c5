import { EVAL_POLICIES, type EvalPolicy } from "../../eval/eval-policy.ts";
import type { Evaluation } from "../../eval/evaluate.ts";
import type { RedactionScores } from "../../eval/measures/redaction-scores.ts";
import { barsTable } from "../../eval/report/bars.ts";
import { figure, reportTable } from "../../eval/report/report-table.ts";
import { captioned, heading, type PageBlock, paragraph } from "../../page/page-block.ts";
import { developmentSets, type MeasuredRelease } from "../measured-release.ts";
import type { ReportSet } from "../report-set.ts";

const ORIGINS = { committed: "Committed sets", development: "Development sets" } as const;
const HEAD = ["set", "language", "texts", "policy", "recall", "precision", "F2"];
const PERSON_HEAD = ["PERSON flagged", "PERSON covered", "PERSON precision"];

/** Shows recall and precision by source. */
export function setsSection(measured: MeasuredRelease): readonly PageBlock[] {
  const groups = [measured.committed, developmentSets(measured)];
  return [heading(2, "By source"), ...groups.flatMap(originBlocks), ...barsBlocks(measured)];
}

export function redactionUnder(policy: EvalPolicy, evaluation: Evaluation): RedactionScores {
  return policy === "all" ? evaluation.redaction : evaluation.redactionDefault;
}

function originBlocks(sets: readonly ReportSet[]): readonly PageBlock[] {
  const [first] = sets;
  if (first === undefined) return [];
  const title = ORIGINS[first.origin];
  const groups = sets.map(({ name, default: { evaluation } }) => {
    const { recall, precision } = redactionUnder("default", evaluation);
    return { label: name, values: [recall, precision] };
  });
  const named = `${title}: recall and precision under the default policy`;
  return [
    heading(3, title),
    { kind: "bars", chart: { title: named, series: ["recall", "precision"], groups } },
    captioned(
      `${title}, both policies`,
      reportTable([...HEAD, ...PERSON_HEAD], sets.flatMap(rows), 4),
    ),
  ];
}

function rows(set: ReportSet): readonly (readonly string[])[] {
  return EVAL_POLICIES.map((policy) => {
    const { evaluation } = set[policy];
    const { recall, precision, f2 } = redactionUnder(policy, evaluation);
    const persons = evaluation.types["PERSON"];
    return [
      ...[`\`${set.name}\``, evaluation.language, textsOf(set), policy],
      ...[recall, precision, f2].map(figure),
      ...(persons === undefined || persons.gold === 0
        ? ["-", "-", "-"]
        : [persons.flagged, persons.covered, evaluation.personPrecision].map(figure)),
    ];
  });
}

function textsOf({ all: { texts }, textsInFile }: ReportSet): string {
  return texts.length === textsInFile ? `${textsInFile}` : `${texts.length} of ${textsInFile}`;
}

/** Bars apply to whole sets only. */
function barsBlocks(measured: MeasuredRelease): readonly PageBlock[] {
  if (measured.development.kind !== "measured" || measured.sampling.limit !== undefined) return [];
  return [
    heading(3, "Bars"),
    paragraph("The least that a release may have on development sets; tests hold it."),
    captioned("Bars of the development sets", barsTable(measured.development.sets)),
  ];
}
