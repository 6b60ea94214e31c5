import { randomBytes } from "node:crypto";
import { createDatabase, dropDatabase, migrate } from "@veil/postgres-kit";
import { silentLogger } from "@veil/service-kit/telemetry";

interface TestDatabaseOptions {
  /** When absent, no migrations run. */
  readonly folder?: string;
  readonly owner: string;
  readonly runtime: string;
}

export interface TestDatabase {
  readonly ownerUrl: string;
  readonly runtimeUrl: string;
  drop(): Promise<void>;
}

/** Creates new logins, so that concurrent suites do not change each other's passwords. */
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
