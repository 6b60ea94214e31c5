import { EVAL_POLICIES, type EvalPolicy } from "../../eval/eval-policy.ts";
import type { MeasuredSet } from "../../eval/report/measured-set.ts";
import { figure, reportTable } from "../../eval/report/report-table.ts";
import { captioned, heading, type PageBlock, paragraph } from "../../page/page-block.ts";
import type { ComparedSet, PeerComparison } from "../compare-with-peer.ts";
import type { MeasuredRelease } from "../measured-release.ts";
import { pooledTypes } from "../pool.ts";
import { redactionUnder } from "./sets.ts";

const HEAD = [
  ...["set", "texts", "policy", "detector", "recall", "precision", "F2"],
  ...["PERSON flagged", "PERSON covered", "PERSON precision"],
];
const OURS = "Veil Gateway";

export function comparisonSection({ comparison }: MeasuredRelease): readonly PageBlock[] {
  return [heading(2, "Compared with Presidio"), ...comparisonBlocks(comparison)];
}

function comparisonBlocks(comparison: PeerComparison): readonly PageBlock[] {
  if (comparison.kind === "not measured")
    return [paragraph(`Presidio was **not measured** in this run: ${comparison.reason}.`)];
  const { peer, sets } = comparison;
  const title = "Compared with Presidio: recall under the default policy";
  const groups = sets.map(({ name, ours, peer: theirs }) => ({
    label: name,
    values: [ours, theirs].map((one) => redactionUnder("default", one.default.evaluation).recall),
  }));
  return [
    paragraph(
      `${peer}, with stock settings, in the same run: the same English texts, the same definitions, the same ` +
        "code. It ships no German model. Under the default policy what it finds as an organization or a date stays too. " +
        "Both kinds of sets favor us: ours are written for this project, and our rules and models are tuned on the development sets.",
    ),
    { kind: "bars", chart: { title, series: [OURS, "Presidio"], groups } },
    captioned(
      "Compared with Presidio, by set and policy",
      reportTable(HEAD, sets.flatMap(rows), 4),
    ),
    captioned("Compared with Presidio, by type, default policy", typesTable(sets)),
  ];
}

function rows(set: ComparedSet): readonly (readonly string[])[] {
  const named = [`\`${set.name}\``, `${set.texts}`];
  return EVAL_POLICIES.flatMap((policy) => [
    [...named, ...row(OURS, set.ours, policy)],
    [...named, ...row("Presidio", set.peer, policy)],
  ]);
}

function row(detector: string, measured: MeasuredSet, policy: EvalPolicy): readonly string[] {
  const { evaluation } = measured[policy];
  const { recall, precision, f2 } = redactionUnder(policy, evaluation);
  const persons = evaluation.types["PERSON"];
  const hasPersons = persons !== undefined && persons.gold > 0;
  return [
    ...[policy, detector],
    ...[recall, precision, f2, persons?.flagged, persons?.covered].map(figure),
    hasPersons ? figure(evaluation.personPrecision) : "-",
  ];
}

function typesTable(sets: readonly ComparedSet[]) {
  const pooled = (measured: readonly MeasuredSet[]) =>
    pooledTypes({ sets: measured, language: "en" }, "default");
  const [ours, theirs] = [
    pooled(sets.map((set) => set.ours)),
    pooled(sets.map(({ peer }) => peer)),
  ];
  const typeRows = [...ours].map(([type, scores]) => [
    ...[`\`${type}\``, scores.gold, figure(scores.flagged), figure(theirs.get(type)?.flagged)],
    ...[figure(scores.covered), figure(theirs.get(type)?.covered)],
  ]);
  const head = [
    "type",
    "annotated",
    ...["flagged", "covered"].flatMap((what) => [`${what}: ${OURS}`, `${what}: Presidio`]),
  ];
  return reportTable(head, typeRows);
}
