import { randomBytes } from "node:crypto";
import { createDatabase, dropDatabase, migrate } from "@veil/postgres-kit";
import { silentLogger } from "@veil/telemetry";

interface TestDatabaseOptions {
  /** Migrations to apply; absent: the database stays empty. */
  readonly folder?: string;
  /** The owner's role name, as the migrations use it. */
  readonly owner: string;
  /** The runtime role's name, as the migrations use it. */
  readonly runtime: string;
}

/** A migrated database for one suite. */
export interface TestDatabase {
  readonly ownerUrl: string;
  readonly runtimeUrl: string;
  /** Ends every connection to it and removes it. */
  drop(): Promise<void>;
}

/**
 * A database with a new name and new logins, so that suites can run concurrently on one server and do not change
 * the passwords of the roles.
 */
export async function createTestDatabase(
  adminUrl: string,
  { folder, owner, runtime }: TestDatabaseOptions,
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
    });
    if (folder !== undefined) await migrate({ url: ownerUrl, folder, log: silentLogger });
    return { ownerUrl, runtimeUrl: runtimeUrls[0] ?? "", drop };
  } catch (error) {
    await drop();
    throw error;
  }
}
