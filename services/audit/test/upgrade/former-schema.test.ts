import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { migrate } from "@veil/postgres-kit";
import { silentLogger } from "@veil/service-kit/telemetry";
import { describeWithServer } from "@veil/testing";
import { createDatabaseOf, readTables, readTablesAgain } from "@veil/testing/database";
import { openEventStore } from "../../src/adapters/open-event-store.ts";
import { verifyLog } from "../../src/domain/verify-log.ts";
import { MIGRATIONS } from "../../src/migrations-folder.ts";
import { openDatabase } from "../audit-database.ts";
import { sampleEvents } from "../sample-events.ts";

const DUMP = fileURLToPath(new URL("former.sql", import.meta.url));
const ROLES = { owner: "audit_owner", runtime: "audit_app" } as const;

describeWithServer("postgres", "A log of a former version with rows in every table", (adminUrl) => {
  test("When it is migrated, then every row is still there with its values, and the log is intact and grows", async () => {
    const database = await createDatabaseOf(DUMP, adminUrl, ROLES);
    const owner = openDatabase(database.ownerUrl);
    const before = await readTables(owner, "audit");
    expect(Object.keys(before).length).toBeGreaterThan(8);
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);

    await migrate({ url: database.ownerUrl, folder: MIGRATIONS, log: silentLogger });

    expect(await readTablesAgain(owner, "audit", before)).toEqual(before);
    const { store, close } = openEventStore(database.runtimeUrl, silentLogger);
    expect(await verifyLog(store)).toEqual({ kind: "intact", count: 7 });
    await store.append(sampleEvents(1));
    expect(await verifyLog(store)).toEqual({ kind: "intact", count: 8 });
    await close();
    await owner.close();
    await database.drop();
  });
});
