import { under } from "../../eval/evaluate.ts";
import { findMisses } from "../../eval/output/find-misses.ts";
import { missGroups } from "../../eval/output/list-misses.ts";
import type { IsKnownName } from "../../eval/report/miss-categories.ts";
import {
  falsePersonsTable,
  missedPersonsTable,
  missesByTypeTable,
} from "../../eval/report/misses-tables.ts";
import { captioned, heading, type PageBlock, paragraph } from "../../page/page-block.ts";
import { developmentSets, type MeasuredRelease } from "../measured-release.ts";
import type { CommittedSet } from "../report-set.ts";

const EXAMPLES_OF_EACH = 3;

export function missesSection(
  measured: MeasuredRelease,
  isKnown: IsKnownName,
): readonly PageBlock[] {
  const sets = [...measured.committed, ...developmentSets(measured)];
  return [
    heading(2, "What is missed"),
    heading(3, "By type"),
    paragraph("Under the default policy:"),
    captioned("Missed by type, default policy", missesByTypeTable(sets, "default")),
    paragraph("With every type on:"),
    captioned("Missed by type, every type on", missesByTypeTable(sets, "all")),
    heading(3, "Persons, by form"),
    paragraph("Persons that the default policy leaves, of all persons of that form."),
    captioned("Missed persons by form, default policy", missedPersonsTable(sets, isKnown)),
    paragraph("Findings of persons where nothing is annotated, by form."),
    captioned(
      "False positives of persons by form, default policy",
      falsePersonsTable(sets, isKnown),
    ),
    heading(3, "Examples"),
    paragraph(
      "Of committed sets only, default policy: what is missed, covered in part, or found where nothing is annotated (of " +
        `types that the set annotates); up to ${EXAMPLES_OF_EACH} of each type.`,
    ),
    ...measured.committed.flatMap((set) => examples(set, measured.sampling.seed)),
  ];
}

function examples(set: CommittedSet, seed: number): readonly PageBlock[] {
  const { types } = set.default.evaluation;
  const misses = findMisses(under("default", set.default.texts), set.names).filter(
    ({ kind, type }) => kind !== "false positive" || (types[type]?.gold ?? 0) > 0,
  );
  const groups = missGroups(misses, EXAMPLES_OF_EACH, seed);
  if (groups.length === 0) return [paragraph(`\`${set.name}\`: nothing.`)];
  return groups.flatMap(({ title, total, excerpts }): readonly PageBlock[] => [
    paragraph(`\`${set.name}\`, **${title}** (${total})`),
    { kind: "excerpts", excerpts },
  ]);
}
