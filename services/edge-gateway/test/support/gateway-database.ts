import { fileURLToPath } from "node:url";
import { createPool, type Database } from "@veil/postgres-kit";
import { silentLogger } from "@veil/service-kit/telemetry";
import { createTestDatabase, type TestDatabase } from "@veil/testing/database";

export interface GatewayDatabase {
  readonly database: Database;
  readonly owner: Database;
  readonly urls: TestDatabase;
  close(): Promise<void>;
}

export async function openGatewayDatabase(adminUrl: string): Promise<GatewayDatabase> {
  const urls = await createTestDatabase(adminUrl, {
    folder: fileURLToPath(new URL("../../migrations", import.meta.url)),
    owner: "gateway_owner",
    runtime: "gateway_app",
  });
  const open = (url: string) => createPool({ url, log: silentLogger, applicationName: "test" });
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
