import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createPool, type Database } from "@veil/postgres-kit";
import { silentLogger } from "@veil/service-kit/telemetry";
import { describeWithServer } from "./index.ts";
import { createTestDatabase, templateName } from "./test-database.ts";
import { until } from "./until.ts";

const TABLE = `t${process.pid}_${Date.now()}`;

describeWithServer("postgres", "createTestDatabase", (adminUrl) => {
  let admin: Database;
  let folder: string;
  const options = () => ({ folder, owner: "testing_owner", runtime: "testing_app" });
  beforeAll(async () => {
    admin = createPool({ url: adminUrl, max: 2, log: silentLogger, applicationName: "test" });
    folder = await mkdtemp(path.join(tmpdir(), "migrations-"));
    // No other folder has this table, so no other suite uses its template.
    await writeFile(path.join(folder, "0001-table.sql"), `create table ${TABLE} (a text);`);
  });
  afterAll(async () => {
    await admin.close();
    await rm(folder, { recursive: true });
  });

  test("while another process takes the template's name, waits and copies its template", async () => {
    const template = await templateName(folder, options());
    await (await createTestDatabase(adminUrl, options())).drop();
    await admin.execute(`alter database ${template} rename to ${template}_x`);
    let made: ReturnType<typeof createTestDatabase> | undefined;
    await admin.transaction(async (other) => {
      await other.execute(`alter database ${template}_x rename to ${template}`);
      made = createTestDatabase(adminUrl, options());
      made.catch(() => undefined);
      await until("it waits for the name", async () => {
        const waiting = await admin.query(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like $1",
          [`%rename to ${template}`],
        );
        return waiting.length === 1;
      });
    });

    await expect(made).resolves.toMatchObject({ runtimeUrl: expect.stringContaining("/test_") });
    await (await made)?.drop();
    await admin.execute(`drop database ${template}`);
  });
});
