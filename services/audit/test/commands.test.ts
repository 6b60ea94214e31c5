import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import type { TestDatabase } from "@veil/testing/database";
import { createPostgresEventStore } from "../src/adapters/postgres-event-store.ts";
import { runCommand } from "../src/commands/run-command.ts";
import { createAuditDatabase, openDatabase } from "./audit-database.ts";
import { sampleEvents } from "./sample-events.ts";

describeWithServer("postgres", "Commands", (adminUrl) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createAuditDatabase(adminUrl);
    const runtime = openDatabase(database.runtimeUrl);
    await createPostgresEventStore(runtime).append(sampleEvents(3));
    await runtime.close();
  });
  afterAll(() => database?.drop());

  async function verify() {
    const print = jest.spyOn(console, "log").mockImplementation(() => undefined);
    await runCommand("verify", { AUDIT_DATABASE_URL: database.runtimeUrl });
    const code = process.exitCode ?? 0;
    process.exitCode = 0;
    const lines = print.mock.calls.flat();
    print.mockRestore();
    return { code, lines };
  }

  test("migrate changes nothing in a database that is already migrated", async () => {
    await runCommand("migrate", { AUDIT_OWNER_DATABASE_URL: database.ownerUrl });

    expect(await verify()).toEqual({ code: 0, lines: ["3 events, chain intact"] });
  });

  test("migrate is refused for the runtime role", async () => {
    const run = runCommand("migrate", { AUDIT_OWNER_DATABASE_URL: database.runtimeUrl });

    await expect(run).rejects.toMatchObject({ code: "42501" });
  });

  test("When an event was edited while the triggers were disabled, then verify prints its seq and exits with 1", async () => {
    const owner = openDatabase(database.ownerUrl);
    await owner.query("alter table audit.events disable trigger user");
    await owner.query("update audit.events set actor = 'system' where seq = 2");
    await owner.close();

    expect(await verify()).toEqual({ code: 1, lines: ["chain broken at seq 2: columns"] });
  });
});

test("An unknown command is a configuration error that lists the known commands", async () => {
  await expect(runCommand("sweep", {})).rejects.toThrow("one of serve, migrate, prune, verify");
});
