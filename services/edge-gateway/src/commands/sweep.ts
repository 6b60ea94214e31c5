import { parseArgs } from "node:util";
import { createPool } from "@veil/postgres-kit";
import { type Env, EnvReader } from "@veil/service-kit/config";
import { readDatabaseUrl } from "@veil/service-kit/tls";
import { DATABASE_CA_FILE } from "../config.ts";
import { deleteExpired, type RetentionDays } from "../platform/postgres-retention.ts";
import { commandLog, parsed, printLine, readDate } from "./command-input.ts";

const USAGE = `Usage: sweep [--now 2027-01-31T00:00:00Z]
Deletes what has been kept for as long as it may be, and prints how much that was.`;
const STATEMENT_TIMEOUT_MS = 10 * 60 * 1000;

export async function sweepCommand(env: Env, argv: readonly string[]): Promise<void> {
  const options = { now: { type: "string" }, help: { type: "boolean" } } as const;
  const { values } = parsed(USAGE, () => parseArgs({ args: [...argv], options }));
  if (values.help) return printLine(USAGE);
  const now = values.now === undefined ? new Date() : readDate("--now", values.now);
  const read = new EnvReader(env);
  const url = readDatabaseUrl(read, "DATABASE_URL", DATABASE_CA_FILE);
  const days = readRetentionDays(read);
  read.done();
  const database = createPool({
    url,
    max: 1,
    log: commandLog(),
    applicationName: "edge-gateway-sweep",
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    const counts = await deleteExpired(database, now, days);
    for (const [what, count] of Object.entries(counts)) printLine(`${what} ${count}`);
  } finally {
    await database.close();
  }
}

function readRetentionDays(read: EnvReader): RetentionDays {
  return {
    certificate_openings: read.integer("OPENINGS_DAYS", 30, { min: 1 }),
    certificates: read.integer("CERTIFICATE_DAYS", 365, { min: 1 }),
  };
}
