import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { createLogger, silentLogger } from "@veil/service-kit/telemetry";
import { createTcpProxy, describeWithServer, until } from "@veil/testing";
import { createTestDatabase, type TestDatabase } from "@veil/testing/database";
import { withConnection } from "./admin-session.ts";
import { MigrationError, migrate } from "./migrate.ts";

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

    await expect(run()).rejects.toThrow(
      /^Migration 0003-bad.sql failed \(42P01, line 2\)\. Nothing of it was applied/,
    );
    expect(await ask("select * from k.letters")).toEqual([{ c: "a" }]);
  });

  test("While the database cannot be reached, migrate waits, and then applies the files", async () => {
    const url = new URL(database.ownerUrl);
    const proxy = await createTcpProxy({ host: url.hostname, port: Number(url.port) });
    await proxy.drain();
    url.host = `127.0.0.1:${proxy.port}`;
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const log = createLogger({ service: "test", level: "warn", destination });

    const applied = migrate({ url: url.href, folder, log });
    await until("migrate waits", () => lines.length > 0);
    await proxy.mend();

    expect(await applied).toEqual(["0001-letters.sql", "0002-first.sql"]);
    await proxy.cut();
  });

  test("When the database cannot be reached until the end of the wait, then migrate throws an error that says what to do and names no host", async () => {
    const url = "postgres://a:b@127.0.0.1:1/none";
    const run = migrate({ url, folder, log: silentLogger, waitMs: 0 });

    const error = await run.then(
      () => undefined,
      (reason) => reason,
    );
    expect(error).toBeInstanceOf(MigrationError);
    expect(error.message).toMatch(/^The database was unavailable for 0 s \(ECONNREFUSED\)\. Check/);
    expect(error.message).not.toContain("127.0.0.1");
  });

  test.each([
    ["a name without number", "letters.sql", "is not called NNNN-name.sql"],
    ["a number used twice", "0002-again.sql", "Two migrations have the number 0002"],
  ])("migrate throws when the folder contains %s", async (_case, name, problem) => {
    await file(name, "select 1;");

    await expect(run()).rejects.toThrow(problem);
  });
});
