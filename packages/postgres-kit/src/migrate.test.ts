import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { silentLogger } from "@veil/service-kit/telemetry";
import { describeWithServer } from "@veil/testing";
import { createTestDatabase, type TestDatabase } from "@veil/testing/database";
import { withConnection } from "./admin-session.ts";
import { migrate } from "./migrate.ts";

describeWithServer("postgres", "migrate", (adminUrl) => {
  let database: TestDatabase;
  let folder: string;
  const file = (name: string, sql: string) => writeFile(path.join(folder, name), sql);
  const run = () => migrate({ url: database.ownerUrl, folder, log: silentLogger });
  const ask = (sql: string) => withConnection(database.ownerUrl, (owner) => owner.query(sql));

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "migrations-"));
    database = await createTestDatabase(adminUrl, { owner: "kit_owner", runtime: "kit_app" });
    await file("0001-letters.sql", "create schema k; create table k.letters (c text);");
    await file("0002-first.sql", "insert into k.letters values ('a');");
  });
  afterEach(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });

  test("Concurrent calls of migrate apply each file once, in order", async () => {
    const applied = await Promise.all([run(), run(), run()]);

    expect(applied.flat()).toEqual(["0001-letters.sql", "0002-first.sql"]);
    expect(await ask("select * from k.letters")).toEqual([{ c: "a" }]);
  });

  test("migrate applies only the files that were added since the last run", async () => {
    await run();
    await file("0003-second.sql", "insert into k.letters values ('b');");

    expect(await run()).toEqual(["0003-second.sql"]);
  });

  test("migrate throws and applies nothing when an applied file has changed", async () => {
    await run();
    await file("0002-first.sql", "insert into k.letters values ('z');");
    await file("0003-second.sql", "insert into k.letters values ('b');");

    await expect(run()).rejects.toThrow("0002-first.sql has changed since it was applied");
    expect(await ask("select * from k.letters")).toEqual([{ c: "a" }]);
  });

  test("migrate throws when a new file precedes an applied one", async () => {
    await rm(path.join(folder, "0001-letters.sql"));
    await file("0002-first.sql", "select 1;");
    await run();
    await file("0001-letters.sql", "select 2;");

    await expect(run()).rejects.toThrow("0001-letters.sql precedes 0002-first.sql");
  });

  test("When a file fails, the error contains the line but no value, and the file is rolled back", async () => {
    await file(
      "0003-bad.sql",
      "insert into k.letters values ('b');\ninsert into nowhere values ('c');",
    );

    await expect(run()).rejects.toThrow(/^Migration 0003-bad.sql failed \(42P01, line 2\)$/);
    expect(await ask("select * from k.letters")).toEqual([{ c: "a" }]);
  });

  test.each([
    ["a name without number", "letters.sql", "is not called NNNN-name.sql"],
    ["a number used twice", "0002-again.sql", "Two migrations have the number 0002"],
  ])("migrate throws when the folder contains %s", async (_case, name, problem) => {
    await file(name, "select 1;");

    await expect(run()).rejects.toThrow(problem);
  });
});
