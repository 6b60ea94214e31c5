import { createPool, type Database } from "@veil/postgres-kit";
import { silentLogger } from "@veil/service-kit/telemetry";
import { infraUrl } from "@veil/testing";
import { createDatabaseOf, createTestDatabase, type TestDatabase } from "@veil/testing/database";
import { MIGRATIONS } from "../../src/platform/migrations-folder.ts";

/** Long time-outs, so that a slow database does not count as down on a slow machine. */
export const PATIENT = {
  connectTimeoutMs: 60_000,
  statementTimeoutMs: 60_000,
  lockTimeoutMs: 60_000,
};

export interface GatewayDatabase {
  readonly database: Database;
  readonly owner: Database;
  readonly urls: TestDatabase;
  /** Returns all rows twice: once with bytes in hexadecimal, and once as text. */
  dump(): Promise<readonly string[]>;
  close(): Promise<void>;
}

const ROLES = { owner: "gateway_owner", runtime: "gateway_app" } as const;

/** @throws Error when called outside of `describeWithServer("postgres", ...)` without a server */
export async function openGatewayDatabase(folder = MIGRATIONS): Promise<GatewayDatabase> {
  const adminUrl = infraUrl("postgres");
  if (adminUrl === undefined) throw new Error("There is no PostgreSQL");
  return open(await createTestDatabase(adminUrl, { folder, ...ROLES }));
}

/** Opens a database of a former version, which a dump has stored. */
export async function openFormerDatabase(dump: string, adminUrl: string): Promise<GatewayDatabase> {
  return open(await createDatabaseOf(dump, adminUrl, ROLES));
}

function open(urls: TestDatabase): GatewayDatabase {
  const connect = (url: string) =>
    createPool({ url, log: silentLogger, applicationName: "test", ...PATIENT });
  const database = connect(urls.runtimeUrl);
  const owner = connect(urls.ownerUrl);
  return {
    database,
    owner,
    urls,
    dump: () => dumpOf(owner),
    async close() {
      await Promise.all([database.close(), owner.close()]);
      await urls.drop();
    },
  };
}

function dumpOf(owner: Database): Promise<readonly string[]> {
  return owner.transaction(async (tx) => {
    const tables = await tx.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    );
    const rows: string[] = [];
    for (const output of ["hex", "escape"]) {
      await tx.execute(`set local bytea_output = ${output}`);
      for (const { name } of tables)
        for (const { row } of await tx.query<{ row: string }>(
          `select t::text as row from ${name} t`,
        ))
          rows.push(row);
    }
    return rows;
  });
}
