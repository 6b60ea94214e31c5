import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { writeWhole } from "@veil/crypto/files";
import type { NameModels } from "@veil/pii/models";
import type { EvalDeps } from "../run-eval.ts";
import { barsTable, SETS_WITH_BARS } from "./bars.ts";
import { type MeasuredSet, measureSet } from "./measured-set.ts";
import { falsePersonsTable, missedPersonsTable, missesByTypeTable } from "./misses-tables.ts";
import { nameLists } from "./name-lists.ts";
import { replaceGenerated } from "./replace-generated.ts";
import { typeTables } from "./type-tables.ts";
import { typesTable } from "./types-table.ts";

interface ReportDeps extends EvalDeps {
  readonly models: NameModels;
  /** Contains `dev/*.jsonl`. */
  readonly dataFolder: string;
  readonly document: string;
}

/** Measures every development set under both policies and writes the results into the document. */
export async function runReport({ models, dataFolder, document, ...deps }: ReportDeps) {
  const sets: MeasuredSet[] = [];
  for (const file of await devFiles(dataFolder)) sets.push(await measureSet(file, deps));
  sets.sort((a, b) => rank(a.name) - rank(b.name) || (a.name < b.name ? -1 : 1));
  const isKnown = nameLists(models);
  const written = replaceGenerated(await readFile(document, "utf8"), {
    types: typesTable(),
    bars: barsTable(sets),
    "misses-by-type": missesByTypeTable(sets),
    "missed-persons": missedPersonsTable(sets, isKnown),
    "false-persons": falsePersonsTable(sets, isKnown),
    sets: typeTables(sets),
  });
  await writeWhole(document, written, { mode: 0o644 });
  deps.print(barsTable(sets));
}

async function devFiles(dataFolder: string): Promise<readonly string[]> {
  const folder = path.join(dataFolder, "dev");
  try {
    const names = (await readdir(folder)).filter((name) => name.endsWith(".jsonl"));
    return names.sort().map((name) => path.join(folder, name));
  } catch {
    throw new Error(
      `No development sets in ${folder}: set VEIL_DATA to the folder that contains "dev"`,
    );
  }
}

function rank(name: string): number {
  const index = SETS_WITH_BARS.indexOf(name);
  return index === -1 ? SETS_WITH_BARS.length : index;
}
