import type { Logger } from "@veil/service-kit/telemetry";
import { readMigrationFiles } from "./migration-files.ts";
import type { Queryable } from "./queryable.ts";

interface SchemaCheckDeps {
  /** A role of the service, which a migration has allowed to read the applied migrations. */
  readonly database: Pick<Queryable, "query">;
  /** The folder of the migrations that the service needs. */
  readonly folder: string;
  readonly log: Logger;
}

const APPLIED = "select name from migrations.applied";

/**
 * Creates the check that the database has every migration in a folder. The database may have more,
 * because an upgrade migrates before it replaces pods. The check is not repeated after it has
 * passed, because migrations are not undone.
 */
export function createSchemaCheck({ database, folder, log }: SchemaCheckDeps) {
  let isCurrent = false;
  return async function isSchemaCurrent(): Promise<boolean> {
    if (isCurrent) return true;
    try {
      const files = await readMigrationFiles(folder);
      const applied = new Set((await database.query<{ name: string }>(APPLIED)).map(nameOf));
      const missing = files.map(nameOf).filter((name) => !applied.has(name));
      for (const component of missing) log.warn("migration_missing", { component });
      isCurrent = missing.length === 0;
    } catch (error) {
      log.warn("schema_not_checked", { error });
    }
    return isCurrent;
  };
}

const nameOf = ({ name }: { readonly name: string }) => name;
