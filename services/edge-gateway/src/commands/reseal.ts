import { parseArgs } from "node:util";
import { createPool } from "@veil/postgres-kit";
import { ConfigurationError, type Env, EnvReader } from "@veil/service-kit/config";
import { readDatabaseUrl } from "@veil/service-kit/tls";
import { DATABASE_CA_FILE, readDataKeys } from "../config.ts";
import {
  type BoxCounts,
  CONNECTIONS,
  nameOf,
  resealColumn,
} from "../resealing/postgres-resealing.ts";
import { SEALED_COLUMNS } from "../resealing/sealed-columns.ts";
import { commandLog, parsed, printLine } from "./command-input.ts";

const USAGE = `Usage: reseal [--check]
Re-seals stored data that an older data key of DATA_KEY sealed, under the first one. Fails if a box of an older key
is left, or one that no key opens.

  --check   only counts, and changes nothing
  --help`;
const STATEMENT_TIMEOUT_MS = 10 * 60 * 1000;
/** A line shows the progress after this many boxes of a column. */
const PROGRESS_BOXES = 10_000;
/**
 * The last pass must find no box of an older key. A pass finds some that were stored during the one
 * before, while a replica still sealed under the older key.
 */
const PASSES = 3;

export async function resealCommand(env: Env, argv: readonly string[]): Promise<void> {
  const options = { check: { type: "boolean" }, help: { type: "boolean" } } as const;
  const { values } = parsed(USAGE, () => parseArgs({ args: [...argv], options }));
  if (values.help) return printLine(USAGE);
  const read = new EnvReader(env);
  const url = readDatabaseUrl(read, "DATABASE_URL", DATABASE_CA_FILE);
  const dataKeys = readDataKeys(read);
  read.done();
  const database = createPool({
    url,
    max: CONNECTIONS,
    log: commandLog(),
    applicationName: "edge-gateway-reseal",
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  const onlyCounts = values.check === true;
  try {
    let left: Omit<BoxCounts, "current"> = { older: 1, unopened: 0 };
    for (let pass = 1; pass <= (onlyCounts ? 1 : PASSES) && left.older > 0; pass++)
      left = await passOver((onPage, column) =>
        resealColumn({ database, dataKeys, onlyCounts, onPage }, column),
      );
    requireNoneLeft(left);
  } finally {
    await database.close();
  }
}

type ResealOne = (
  onPage: (counts: BoxCounts) => void,
  column: (typeof SEALED_COLUMNS)[number],
) => Promise<BoxCounts>;

/** Goes over all columns once. Prints the counts of each, and also its progress. */
async function passOver(resealOne: ResealOne): Promise<Omit<BoxCounts, "current">> {
  let [older, unopened] = [0, 0];
  for (const column of SEALED_COLUMNS) {
    let printed = 0;
    const counts = await resealOne((soFar) => {
      const boxes = soFar.current + soFar.older + soFar.unopened;
      if (boxes < printed + PROGRESS_BOXES) return;
      printed = boxes;
      printLine(`${nameOf(column)} so far: ${textOf(soFar)}`);
    }, column);
    printLine(`${nameOf(column)} ${textOf(counts)}`);
    older += counts.older;
    unopened += counts.unopened;
  }
  printLine(`all columns: ${older} older, ${unopened} unopened`);
  return { older, unopened };
}

function textOf({ current, older, unopened }: BoxCounts): string {
  return `${current} current, ${older} older, ${unopened} unopened`;
}

function requireNoneLeft({ older, unopened }: Omit<BoxCounts, "current">): void {
  if (unopened > 0) throw new ConfigurationError(`No key of DATA_KEY opens ${unopened} boxes`);
  if (older > 0)
    throw new ConfigurationError(`${older} boxes are sealed under an older key of DATA_KEY`);
}
