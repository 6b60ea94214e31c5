import { markdownTable } from "../../eval/report/markdown.ts";
import type { MeasuredRelease } from "../measured-release.ts";
import type { Release } from "../release.ts";

export function aboutSection(measured: MeasuredRelease): readonly string[] {
  const { release, command, date, comparison } = measured;
  const rows = [
    ["release", release.version],
    ["commit", commitOf(release)],
    ["measured on", `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`],
    ["command", `\`${command.replaceAll("`", "'")}\``],
    ["Node", process.version],
    ...release.models.map(({ file, sha256 }) => [`\`${file}\``, `SHA-256 \`${sha256}\``]),
    ["committed sets", setsOf(measured.committed)],
    ["development sets", developmentOf(measured)],
    ["texts of each set", sampleOf(measured)],
    [
      "peer",
      comparison.kind === "measured" ? comparison.peer : `not measured: ${comparison.reason}`,
    ],
  ];
  return ["## What was measured", markdownTable(["", ""], rows, 2), ...DEFINITIONS];
}

const DEFINITIONS = [
  "Each text is a separate request. There are two policies: **default** is what a gateway replaces whose only setting is " +
    "`PLACES=all` (corpora annotate every place), **all** is every type, whatever the confidence. Under the default policy " +
    "organizations and dates stay, so that a person found as an organization counts as missed.",
  "**Recall** and **precision** of sets and languages count letters and digits, whatever the type: of annotated ones, " +
    "those in findings; of those in findings, those in annotated or optional spans. F2 = 5PR / (4P + R). " +
    "For a type: **flagged**, annotated spans that a finding of any type overlaps; **covered**, those all of whose letters and " +
    "digits are in findings; exact recall and precision, spans with exactly the bounds and the type. " +
    "**PERSON precision**: PERSON findings that overlap an annotated person or an optional span.",
  "A set only annotates what it was made for: where only names are annotated, a found email address counts against the " +
    "precision of the set. Development sets are those on which rules and models are tuned; expect less on other texts.",
];

function commitOf({ commit, hasUncommittedChanges }: Release): string {
  if (commit === undefined) return "unknown: not a repository of git";
  return `\`${commit}\`${hasUncommittedChanges ? ", **with uncommitted changes**" : ""}`;
}

function setsOf(sets: readonly { readonly name: string }[]): string {
  return sets.map(({ name }) => `\`${name}\``).join(", ") || "none";
}

function developmentOf({ development }: MeasuredRelease): string {
  return development.kind === "measured"
    ? setsOf(development.sets)
    : `**not measured**: ${development.reason}`;
}

function sampleOf({ sampling: { limit, seed }, peerLimit, comparison }: MeasuredRelease): string {
  const ours = limit === undefined ? "all" : `up to ${limit}, drawn with seed ${seed}`;
  if (comparison.kind !== "measured") return ours;
  return `${ours}; in the comparison up to ${peerLimit} English ones, drawn with seed ${seed}`;
}
