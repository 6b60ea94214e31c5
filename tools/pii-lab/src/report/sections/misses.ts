import { under } from "../../eval/evaluate.ts";
import { findMisses } from "../../eval/output/find-misses.ts";
import { missGroups } from "../../eval/output/list-misses.ts";
import { markdownExcerpts } from "../../eval/report/markdown.ts";
import type { IsKnownName } from "../../eval/report/miss-categories.ts";
import {
  falsePersonsTable,
  missedPersonsTable,
  missesByTypeTable,
} from "../../eval/report/misses-tables.ts";
import { developmentSets, type MeasuredRelease } from "../measured-release.ts";
import type { CommittedSet } from "../report-set.ts";

const EXAMPLES_OF_EACH = 3;

export function missesSection(measured: MeasuredRelease, isKnown: IsKnownName): readonly string[] {
  const sets = [...measured.committed, ...developmentSets(measured)];
  return [
    "## What is missed",
    "### By type",
    "Under the default policy:",
    missesByTypeTable(sets, "default"),
    "With every type on:",
    missesByTypeTable(sets, "all"),
    "### Persons, by form",
    "Persons that the default policy leaves, of all persons of that form.",
    missedPersonsTable(sets, isKnown),
    "Findings of persons where nothing is annotated, by form, under the default policy.",
    falsePersonsTable(sets, isKnown),
    "### Examples",
    "Of committed sets only, default policy: what is missed, covered in part, or found where nothing is annotated (of " +
      `types that the set annotates); up to ${EXAMPLES_OF_EACH} of each type.`,
    ...measured.committed.flatMap((set) => examples(set, measured.sampling.seed)),
  ];
}

function examples(set: CommittedSet, seed: number): readonly string[] {
  const { types } = set.default.evaluation;
  const misses = findMisses(under("default", set.default.texts), set.names).filter(
    ({ kind, type }) => kind !== "false positive" || (types[type]?.gold ?? 0) > 0,
  );
  const groups = missGroups(misses, EXAMPLES_OF_EACH, seed);
  if (groups.length === 0) return [`\`${set.name}\`: nothing.`];
  return groups.flatMap(({ title, total, excerpts }) => [
    `\`${set.name}\`, **${title}** (${total})`,
    markdownExcerpts(excerpts),
  ]);
}
