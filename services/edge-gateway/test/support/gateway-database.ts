import { fileURLToPath } from "node:url";
import { createPool, type Database } from "@veil/postgres-kit";
import { silentLogger } from "@veil/service-kit/telemetry";
import { infraUrl } from "@veil/testing";
import { createTestDatabase, type TestDatabase } from "@veil/testing/database";

/** On a slow machine the database is not given up if it only takes long. */
export const PATIENT = {
  connectTimeoutMs: 60_000,
  statementTimeoutMs: 60_000,
  lockTimeoutMs: 60_000,
};

export interface GatewayDatabase {
  readonly database: Database;
  readonly owner: Database;
  readonly urls: TestDatabase;
  close(): Promise<void>;
}

/** @throws Error outside `describeWithServer("postgres", ...)` without a server */
export async function openGatewayDatabase(
  adminUrl = infraUrl("postgres"),
): Promise<GatewayDatabase> {
  if (adminUrl === undefined) throw new Error("There is no PostgreSQL");
  const urls = await createTestDatabase(adminUrl, {
    folder: fileURLToPath(new URL("../../migrations", import.meta.url)),
    owner: "gateway_owner",
    runtime: "gateway_app",
  });
  const open = (url: string) =>
    createPool({ url, log: silentLogger, applicationName: "test", ...PATIENT });
  const database = open(urls.runtimeUrl);
  const owner = open(urls.ownerUrl);
  return {
    database,
    owner,
    urls,
    async close() {
      await Promise.all([database.close(), owner.close()]);
      await urls.drop();
    },
  };
}
