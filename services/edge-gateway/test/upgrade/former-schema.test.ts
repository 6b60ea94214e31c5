import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { migrate } from "@veil/postgres-kit";
import { silentLogger } from "@veil/service-kit/telemetry";
import { describeWithServer } from "@veil/testing";
import { readTables, readTablesAgain } from "@veil/testing/database";
import request from "supertest";
import { MIGRATIONS } from "../../src/platform/migrations-folder.ts";
import { createDatabaseClock } from "../support/database-clock.ts";
import { type GatewayDatabase, openFormerDatabase } from "../support/gateway-database.ts";
import { startGatewayOn } from "../support/test-gateway.ts";

/** What a customer read at the older version right before the dump. */
interface Former {
  readonly at: string;
  readonly apiKey: string;
  readonly readings: Readonly<Record<string, { readonly status: number; readonly body: object }>>;
}

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const former = JSON.parse(readFileSync(file("former.json"), "utf8")) as Former;

describeWithServer(
  "postgres",
  "A database of a former version with rows in every table",
  (adminUrl) => {
    let database: GatewayDatabase;
    beforeAll(async () => {
      database = await openFormerDatabase(file("former.sql"), adminUrl);
    });
    afterAll(() => database.close());

    test("When it is migrated, then every row is still there with its values, and a customer reads the same as before", async () => {
      const before = await readTables(database.owner, "public");
      expect(Object.keys(before).length).toBeGreaterThan(25);
      expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);

      await migrate({ url: database.urls.ownerUrl, folder: MIGRATIONS, log: silentLogger });

      expect(await readTablesAgain(database.owner, "public", before)).toEqual(before);
      const at = Date.parse(former.at);
      const clock = await createDatabaseClock(database);
      await clock.set(at);
      const gateway = await startGatewayOn(
        clock.url,
        { VEIL_ENABLED: "true" },
        { nowMs: () => at },
      );
      for (const [read, { status, body }] of Object.entries(former.readings)) {
        const now = await request(gateway.app).get(read).set("x-api-key", former.apiKey);
        expect({ read, status: now.status, body: now.body }).toMatchObject({ read, status, body });
      }
      await gateway.close();
    });
  },
);
