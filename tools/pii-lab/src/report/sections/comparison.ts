import { EVAL_POLICIES } from "../../eval/eval-policy.ts";
import { figure, markdownTable } from "../../eval/report/markdown.ts";
import type { MeasuredSet } from "../../eval/report/measured-set.ts";
import type { ComparedSet, PeerComparison } from "../compare-with-peer.ts";
import type { MeasuredRelease } from "../measured-release.ts";
import { pooledTypes } from "../pool.ts";
import { SCORE_HEAD, scoreCellsOf } from "./score-cells.ts";

const HEAD = ["set", "texts", "policy", "detector", ...SCORE_HEAD];
const OURS = "Veil Gateway";

export function comparisonSection({ comparison }: MeasuredRelease): readonly string[] {
  return ["## Compared with Presidio", ...compared(comparison)];
}

function compared(comparison: PeerComparison): readonly string[] {
  if (comparison.kind === "not measured")
    return [`Presidio was **not measured** in this run: ${comparison.reason}.`];
  const { peer, sets } = comparison;
  return [
    `${peer}, with stock settings, in the same run: the same English texts, the same definitions, the same ` +
      "code. It ships no German model. Under the default policy what it finds as an organization or a date stays too. " +
      "Both kinds of sets favor us: ours are written for this project, and our rules and models are tuned on the development sets.",
    markdownTable(HEAD, sets.flatMap(rows), 4),
    "By type, under the default policy:",
    typesTable(sets),
  ];
}

function rows({ name, texts, ours, peer }: ComparedSet): readonly (readonly string[])[] {
  return EVAL_POLICIES.flatMap((policy) => {
    const row = (detector: string, measured: MeasuredSet) => [
      ...[`\`${name}\``, `${texts}`, policy, detector],
      ...scoreCellsOf(policy, measured[policy].evaluation),
    ];
    return [row(OURS, ours), row("Presidio", peer)];
  });
}

function typesTable(sets: readonly ComparedSet[]): string {
  const pooled = (measured: readonly MeasuredSet[]) =>
    pooledTypes({ sets: measured, language: "en" }, "default");
  const theirs = pooled(sets.map(({ peer }) => peer));
  const rows = [...pooled(sets.map(({ ours }) => ours))].map(([type, scores]) => [
    ...[`\`${type}\``, scores.gold, figure(scores.flagged), figure(theirs.get(type)?.flagged)],
    ...[figure(scores.covered), figure(theirs.get(type)?.covered)],
  ]);
  const head = ["flagged", "covered"].flatMap((what) => [`${what}: ${OURS}`, `${what}: Presidio`]);
  return markdownTable(["type", "annotated", ...head], rows);
}
