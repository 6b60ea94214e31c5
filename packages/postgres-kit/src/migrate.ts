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
}

/** An error of a migration. Its message names the file but contains no value. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

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
 * COMMIT.
 * @returns the names of the files that this call applied
 * @throws MigrationError when an applied file has changed, a new file precedes an applied one, or a
 * file fails
 */
export function migrate({ url, folder, log }: MigrateOptions): Promise<string[]> {
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
    throw new MigrationError(`Migration ${name} failed${place(cause, sql)}`, { cause });
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
