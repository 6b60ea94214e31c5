import { setTimeout as sleep } from "node:timers/promises";
import { ConfigurationError } from "@veil/service-kit/config";
import type { Logger } from "@veil/service-kit/telemetry";
import { takeAdvisoryLock, withConnection } from "./admin-session.ts";
import { DatabaseError } from "./database-error.ts";
import { type MigrationFile, readMigrationFiles } from "./migration-files.ts";
import type { Queryable } from "./queryable.ts";

interface MigrateOptions {
  /** The URL of the owner role. The roles of services cannot migrate. */
  readonly url: string;
  readonly folder: string;
  readonly log: Logger;
  /** How long to wait for the database, which may start at the same time. Defaults to 120 000. */
  readonly waitMs?: number;
}

/**
 * An error of a migration. Its message names the file and says what to do, but contains no value,
 * so `runMain` prints it.
 */
export class MigrationError extends ConfigurationError {}

const WAIT_MS = 120_000;
const RETRY_MS = 1_000;
const ROLLED_BACK =
  "Nothing of it was applied, and services that run are not affected. Correct the cause, then run migrate again";
const LOCK = 5_646_002;
const HISTORY = `
  create schema if not exists migrations;
  create table if not exists migrations.applied (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`;

/**
 * Applies new `NNNN-name.sql` files, each in a separate transaction. They must not contain BEGIN or
 * COMMIT. Waits while the database is unavailable, or another call of `migrate` has the lock.
 * @returns the names of the files that this call applied
 * @throws MigrationError when an applied file has changed, a new file precedes an applied one, a
 * file fails, or the database is unavailable for `waitMs`
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const { log, waitMs = WAIT_MS } = options;
  const endMs = Date.now() + waitMs;
  for (;;) {
    try {
      return await migrateNow(options);
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.kind !== "unavailable") throw error;
      if (Date.now() >= endMs) throw neverAvailable(error, waitMs);
      log.warn("database_awaited", { code: error.code });
      await sleep(RETRY_MS);
    }
  }
}

function neverAvailable(cause: DatabaseError, waitMs: number): MigrationError {
  return new MigrationError(
    `The database was unavailable for ${waitMs / 1000} s (${cause.code}). Check that it runs, that it accepts connections from here, and that no other migration has its lock; then run migrate again`,
    { cause },
  );
}

function migrateNow({ url, folder, log }: MigrateOptions): Promise<string[]> {
  return withConnection(url, async (connection) => {
    const files = await readMigrationFiles(folder);
    await takeAdvisoryLock(connection, LOCK);
    const pending = pendingOf(files, await readHistory(connection));
    for (const file of pending) {
      await apply(connection, file);
      log.info("migration_applied", { component: file.name });
    }
    return pending.map(({ name }) => name);
  });
}

async function readHistory(connection: Queryable): Promise<ReadonlyMap<string, string>> {
  await connection.query(HISTORY);
  const rows = await connection.query<{ name: string; checksum: string }>(
    "select name, checksum from migrations.applied",
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

function pendingOf(files: readonly MigrationFile[], applied: ReadonlyMap<string, string>) {
  const last = [...applied.keys()].sort().at(-1) ?? "";
  for (const { name, checksum } of files) {
    const recorded = applied.get(name);
    if (recorded !== undefined && recorded !== checksum)
      throw new MigrationError(`Migration ${name} has changed since it was applied`);
    if (recorded === undefined && name < last)
      throw new MigrationError(`Migration ${name} precedes ${last}, which is already applied`);
  }
  return files.filter(({ name }) => !applied.has(name));
}

async function apply(connection: Queryable, { name, sql, checksum }: MigrationFile): Promise<void> {
  try {
    await connection.query("begin");
    await connection.query(sql);
    await connection.query("insert into migrations.applied (name, checksum) values ($1, $2)", [
      name,
      checksum,
    ]);
    await connection.query("commit");
  } catch (cause) {
    throw new MigrationError(`Migration ${name} failed${place(cause, sql)}. ${ROLLED_BACK}`, {
      cause,
    });
  }
}

/** Returns the error's code and line number, which contain no value. */
function place(error: unknown, sql: string): string {
  if (!(error instanceof DatabaseError)) return "";
  const { position } = error.cause as { position?: unknown };
  if (typeof position !== "string") return ` (${error.code})`;
  const line = sql.slice(0, Number(position)).split("\n").length;
  return ` (${error.code}, line ${line})`;
}
