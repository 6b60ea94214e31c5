import { readdir } from "node:fs/promises";
import { afterEach, expect, test } from "@jest/globals";
import { migrate } from "@veil/postgres-kit";
import { silentLogger } from "@veil/service-kit/telemetry";
import { describeWithServer } from "@veil/testing";
import { withMigrationsBefore } from "@veil/testing/database";
import request from "supertest";
import { MIGRATIONS } from "../src/migrations-folder.ts";
import { openTestLog, type TestLog } from "./test-log.ts";

describeWithServer("postgres", "An audit service whose database has another schema", (adminUrl) => {
  let log: TestLog;
  afterEach(() => log.close());

  async function start() {
    const audit = log.createAudit();
    await audit.start();
    return async () => (await request(audit.opsApp).get("/ready")).body;
  }

  test("When the database has a former schema, then the service is not ready until the database is migrated", async () => {
    log = await withMigrationsBefore("0007", MIGRATIONS, (former) => openTestLog(adminUrl, former));
    const ready = await start();
    const { status, checks } = await ready();
    expect(status).toBe("not_ready");
    expect(checks).toContainEqual({ name: "database", ok: true });
    expect(checks).toContainEqual({ name: "schema", ok: false });

    await migrate({ url: log.ownerUrl, folder: MIGRATIONS, log: silentLogger });

    expect((await ready()).status).toBe("ready");
  });

  test("When the newest migration is missing, then the service is not ready; once it is there, with one of a newer version, the service is ready and stays so", async () => {
    log = await openTestLog(adminUrl);
    const newest = (await readdir(MIGRATIONS)).sort().at(-1);
    const forget = () =>
      log.owner.execute("delete from migrations.applied where name = $1", [newest]);
    await forget();
    const ready = await start();
    expect((await ready()).checks).toContainEqual({ name: "schema", ok: false });

    await log.owner.execute(
      "insert into migrations.applied values ($1, 'sum'), ('9999-newer.sql', 'sum')",
      [newest],
    );
    expect((await ready()).status).toBe("ready");

    await forget();
    expect((await ready()).status).toBe("ready");
  });
});
