import { createHash, randomBytes } from "node:crypto";
import { copyFile, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  createDatabase,
  createPool,
  type Database,
  DatabaseError,
  dropDatabase,
  migrate,
} from "@veil/postgres-kit";
import { silentLogger } from "@veil/service-kit/telemetry";
import { infraUrl } from "./infra.ts";

interface TestDatabaseOptions {
  /** The folder of migrations. When absent, no migrations run. */
  readonly folder?: string;
  readonly owner: string;
  readonly runtime: string;
}

export interface TestDatabase {
  readonly ownerUrl: string;
  readonly runtimeUrl: string;
  drop(): Promise<void>;
}

const NO_SUCH_DATABASE = "3D000";
// The server finds a name that is taken either itself, or by the index of names when another session
// takes the name at the same time.
const NAME_IS_TAKEN: ReadonlySet<string> = new Set(["42P04", "23505"]);

/**
 * Creates a database with new logins, so that concurrent suites do not change each other's
 * passwords.
 */
export async function createTestDatabase(
  adminUrl: string,
  options: TestDatabaseOptions,
): Promise<TestDatabase> {
  if (options.folder === undefined) return await create(adminUrl, options);
  const template = await templateName(options.folder, options);
  try {
    return await create(adminUrl, options, template);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== NO_SUCH_DATABASE) throw error;
    await createTemplate(adminUrl, template, { ...options, folder: options.folder });
    return await create(adminUrl, options, template);
  }
}

/** Creates a database from a dump that `scripts/former-dump.mjs` has made. */
export async function createDatabaseOf(
  dump: string,
  adminUrl: string,
  options: Pick<TestDatabaseOptions, "owner" | "runtime">,
): Promise<TestDatabase> {
  const database = await create(adminUrl, options);
  const url = new URL(adminUrl);
  url.pathname = new URL(database.ownerUrl).pathname;
  const admin = createPool({
    ...{ url: url.href, max: 1, log: silentLogger, applicationName: "test" },
  });
  try {
    await admin.execute(await readFile(dump, "utf8"));
    return database;
  } finally {
    await admin.close();
  }
}

type Row = Readonly<Record<string, unknown>>;
type Tables = Readonly<Record<string, readonly Row[]>>;

/** Returns the rows of all tables of a schema. */
export async function readTables(owner: Database, schema: string): Promise<Tables> {
  const tables = "select tablename as name from pg_tables where schemaname = $1 order by 1";
  const named = await owner.query<{ name: string }>(tables, [schema]);
  const read = named.map(async ({ name }) => [name, await readRows(owner, schema, name)] as const);
  return Object.fromEntries(await Promise.all(read));
}

/**
 * Returns the rows of the tables that `former` has, with only its columns.
 * @throws DatabaseError if one of these tables does not exist any more
 */
export async function readTablesAgain(
  owner: Database,
  schema: string,
  former: Tables,
): Promise<Tables> {
  const again = Object.entries(former).map(async ([name, [sample = {}]]) => {
    const columns = Object.keys(sample);
    const rows = await readRows(owner, schema, name);
    return [name, rows.map((row) => Object.fromEntries(columns.map((one) => [one, row[one]])))];
  });
  return Object.fromEntries(await Promise.all(again));
}

async function readRows(owner: Database, schema: string, table: string): Promise<Row[]> {
  const rows = await owner.query<{ row: Row }>(
    `select to_jsonb(t) as row from ${schema}.${table} t order by t`,
  );
  return rows.map(({ row }) => row);
}

/** Runs `use` with a folder that has the migrations of `folder` whose names precede `end`. */
export async function withMigrationsBefore<T>(
  end: string,
  folder: string,
  use: (former: string) => Promise<T>,
): Promise<T> {
  const former = await mkdtemp(path.join(tmpdir(), "veil-migrations-"));
  try {
    for (const name of (await readdir(folder)).filter((file) => file < end))
      await copyFile(path.join(folder, name), path.join(former, name));
    return await use(former);
  } finally {
    await rm(former, { recursive: true });
  }
}

async function create(
  adminUrl: string,
  { owner, runtime }: TestDatabaseOptions,
  template?: string,
): Promise<TestDatabase> {
  const database = `test_${randomBytes(8).toString("hex")}`;
  const password = randomBytes(16).toString("hex");
  const logins = { owner: `${database}_owner`, runtime: `${database}_runtime` };
  const drop = () => dropDatabase(adminUrl, database, Object.values(logins));
  try {
    const { ownerUrl, runtimeUrls } = await createDatabase({
      adminUrl,
      database,
      owner: { role: owner, login: logins.owner, password },
      runtime: [{ role: runtime, login: logins.runtime, password }],
      ...(template && { template }),
    });
    return { ownerUrl, runtimeUrl: throughPooler(runtimeUrls[0] ?? ""), drop };
  } catch (error) {
    await drop();
    throw error;
  }
}

/**
 * With `scripts/with-pgbouncer`, services reach the databases of its server through PgBouncer. The
 * owner does not, because migrations need a session.
 */
function throughPooler(url: string): string {
  const [server, pooler] = [infraUrl("postgres"), infraUrl("pooler")];
  const target = new URL(url);
  if (pooler === undefined || server === undefined) return url;
  if (new URL(server).host !== target.host) return url;
  target.host = new URL(pooler).host;
  return target.href;
}

/**
 * Creates a migrated database to copy from, because migrations would otherwise take most of a small
 * suite's time. Several processes may create the same template concurrently.
 */
async function createTemplate(
  adminUrl: string,
  template: string,
  options: TestDatabaseOptions & { readonly folder: string },
): Promise<void> {
  const { ownerUrl: url, drop } = await create(adminUrl, options);
  const admin = createPool({ url: adminUrl, max: 1, log: silentLogger, applicationName: "test" });
  try {
    await migrate({ url, folder: options.folder, log: silentLogger });
    const made = new URL(url).pathname.slice(1);
    await admin.execute(`alter database ${made} rename to ${template}`);
  } catch (error) {
    if (!(error instanceof DatabaseError) || !NAME_IS_TAKEN.has(error.code)) throw error;
  } finally {
    await admin.close();
    await drop();
  }
}

/** Returns the name of the template for a folder of migrations, which changes with their content. */
export async function templateName(
  folder: string,
  { owner, runtime }: Pick<TestDatabaseOptions, "owner" | "runtime">,
): Promise<string> {
  const hash = createHash("sha256").update(`${owner} ${runtime}`);
  for (const file of (await readdir(folder)).sort())
    hash.update(`\n${file}\n`).update(await readFile(path.join(folder, file)));
  return `test_template_${hash.digest("hex").slice(0, 16)}`;
}
