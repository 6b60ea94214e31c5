import { readdir } from "node:fs/promises";
import { afterEach, expect, test } from "@jest/globals";
import { migrate } from "@veil/postgres-kit";
import { silentLogger } from "@veil/service-kit/telemetry";
import { describeWithServer } from "@veil/testing";
import { withMigrationsBefore } from "@veil/testing/database";
import request from "supertest";
import { MIGRATIONS } from "../../src/platform/migrations-folder.ts";
import { type GatewayDatabase, openGatewayDatabase } from "../support/gateway-database.ts";
import { becomesReady } from "../support/native-client.ts";
import { startGatewayOn } from "../support/test-gateway.ts";

type Gateway = Awaited<ReturnType<typeof startGatewayOn>>;

describeWithServer("postgres", "A replica whose database has another schema", () => {
  let database: GatewayDatabase;
  let gateway: Gateway;

  async function start(opened: GatewayDatabase) {
    database = opened;
    gateway = await startGatewayOn(database.urls.runtimeUrl);
  }
  const ready = async () => (await request(gateway.app).get("/ready")).body;
  afterEach(async () => {
    await gateway.close();
    await database.close();
  });

  test("When the database has a former schema, then the replica is not ready until the database is migrated", async () => {
    await start(await withMigrationsBefore("0050", MIGRATIONS, openGatewayDatabase));
    const { status, checks } = await ready();
    expect(status).toBe("not_ready");
    expect(checks).toContainEqual({ name: "database", ok: true });
    expect(checks).toContainEqual({ name: "schema", ok: false });

    await migrate({ url: database.urls.ownerUrl, folder: MIGRATIONS, log: silentLogger });

    await becomesReady(gateway);
    expect((await ready()).checks).toContainEqual({ name: "schema", ok: true });
  });

  test("When the newest migration is missing, then the replica is not ready; once it is there, with one of a newer version, the replica is ready and stays so", async () => {
    await start(await openGatewayDatabase());
    const newest = (await readdir(MIGRATIONS)).sort().at(-1);
    const forget = () =>
      database.owner.execute("delete from migrations.applied where name = $1", [newest]);
    await forget();
    expect((await ready()).checks).toContainEqual({ name: "schema", ok: false });

    await database.owner.execute(
      "insert into migrations.applied values ($1, 'sum'), ('9999-newer.sql', 'sum')",
      [newest],
    );
    await becomesReady(gateway);

    await forget();
    expect(await gateway.stores.isSchemaCurrent()).toBe(true);
  });
});
