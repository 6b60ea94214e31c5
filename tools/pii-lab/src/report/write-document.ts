import { readFile } from "node:fs/promises";
import { writeWhole } from "@veil/crypto/files";
import { barsTable, SETS_WITH_BARS } from "../eval/report/bars.ts";
import type { IsKnownName } from "../eval/report/miss-categories.ts";
import {
  falsePersonsTable,
  missedPersonsTable,
  missesByTypeTable,
} from "../eval/report/misses-tables.ts";
import { typeTables } from "../eval/report/type-tables.ts";
import { typesTable } from "../eval/report/types-table.ts";
import { replaceGenerated } from "./replace-generated.ts";
import type { DevelopmentSet } from "./report-set.ts";

/** Writes the generated parts of `docs/detection.md`, with the figures of the development sets. */
export async function writeDocument(
  document: string,
  sets: readonly DevelopmentSet[],
  isKnown: IsKnownName,
): Promise<void> {
  const sorted = [...sets].sort(
    (a, b) => rank(a.name) - rank(b.name) || (a.name < b.name ? -1 : 1),
  );
  const written = replaceGenerated(await readFile(document, "utf8"), {
    types: typesTable(),
    bars: barsTable(sorted),
    "misses-by-type": missesByTypeTable(sorted, "all"),
    "missed-persons": missedPersonsTable(sorted, isKnown),
    "false-persons": falsePersonsTable(sorted, isKnown),
    sets: typeTables(sorted),
  });
  await writeWhole(document, written, { mode: 0o644 });
}

function rank(name: string): number {
  const index = SETS_WITH_BARS.indexOf(name);
  return index === -1 ? SETS_WITH_BARS.length : index;
}
