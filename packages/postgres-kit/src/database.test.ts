import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { silentLogger } from "@veil/service-kit/telemetry";
import { describeWithServer } from "@veil/testing";
import { createTestDatabase, type TestDatabase } from "@veil/testing/database";
import { withConnection } from "./admin-session.ts";
import { createPool, type Database } from "./pool.ts";

describeWithServer("postgres", "Database", (adminUrl) => {
  let database: TestDatabase;
  let owner: Database;
  let runtime: Database;

  beforeAll(async () => {
    database = await createTestDatabase(adminUrl, { owner: "kit_owner", runtime: "kit_app" });
    owner = open(database.ownerUrl);
    runtime = open(database.runtimeUrl);
    await owner.query("create schema kit");
    await owner.query("create table kit.things (id bigint primary key, word text not null)");
  });
  afterAll(async () => {
    await Promise.all([owner?.close(), runtime?.close()]);
    await database?.drop();
  });

  test("JIT compilation is off in every pool, durable or not", async () => {
    const target = { url: database.runtimeUrl, log: silentLogger, applicationName: "test" };
    const relaxed = createPool({ ...target, durable: false });
    for (const pool of [relaxed, runtime])
      expect(await pool.query("SHOW jit")).toEqual([{ jit: "off" }]);
    await relaxed.close();
  });

  test("synchronous_commit is off in a pool with durable: false, and on by default", async () => {
    const relaxed = createPool({
      url: database.runtimeUrl,
      durable: false,
      log: silentLogger,
      applicationName: "test",
    });
    const setting = "SHOW synchronous_commit";
    expect(await relaxed.query(setting)).toEqual([{ synchronous_commit: "off" }]);
    expect(await runtime.query(setting)).toEqual([{ synchronous_commit: "on" }]);
    await relaxed.close();
  });

  test("When work throws, transaction rolls back and throws the same error", async () => {
    const stop = new Error("stop");

    const work = owner.transaction(async (tx) => {
      await tx.execute("insert into kit.things values (1, 'one')");
      throw stop;
    });

    await expect(work).rejects.toBe(stop);
    expect(await owner.optional("select * from kit.things where id = 1")).toBeUndefined();
  });

  test("When work returns, transaction commits", async () => {
    const inserted = await owner.transaction((tx) =>
      tx.execute("insert into kit.things values ($1, $2)", [2, "two"]),
    );

    expect(inserted).toBe(1);
    expect(await owner.query("select * from kit.things where id = 2")).toEqual([
      { id: 2, word: "two" },
    ]);
  });

  test("Inserting an existing row fails with a conflict that names the constraint and contains no value", async () => {
    await owner.execute("insert into kit.things values (3, 'three')");

    const second = owner.execute("insert into kit.things values (3, 'gloria@example.org')");

    await expect(second).rejects.toMatchObject({
      kind: "conflict",
      code: "23505",
      constraint: "things_pkey",
      message: "The database call failed (23505)",
    });
  });

  test("A statement that takes too long fails as unavailable", async () => {
    await expect(owner.query("select pg_sleep(30)")).rejects.toMatchObject({
      kind: "unavailable",
      code: "57014",
    });
  });

  test.each(["disk_full", "out_of_memory", "too_many_connections"])(
    "A statement that the server refuses with %s fails as unavailable and had no effect",
    async (condition) => {
      const text = `do $$ begin raise exception using errcode = '${condition}'; end $$`;
      await expect(owner.execute(text)).rejects.toMatchObject({
        kind: "unavailable",
        mayHaveTakenEffect: false,
      });
    },
  );

  test("mayHaveTakenEffect is false for a statement that was refused or not sent, and true if its response was lost", async () => {
    const refused = owner.query("insert into kit.nowhere values (1)");
    const nothing = { refusedByServer: true, mayHaveTakenEffect: false };
    await expect(refused).rejects.toMatchObject(nothing);
    const late = owner.query("select pg_sleep(30)");
    await expect(late).rejects.toMatchObject({ code: "57014", ...nothing });
    const ended = owner.transaction(async (tx) => {
      const rows = await tx.query<{ pid: number }>("select pg_backend_pid() as pid");
      await tx.execute("set local statement_timeout = '60s'");
      const end = "select pg_terminate_backend($1)";
      const ending = withConnection(adminUrl, (admin) => admin.query(end, [rows[0]?.pid]));
      await Promise.all([tx.query("select pg_sleep(30)"), ending]);
    });
    await expect(ended).rejects.toMatchObject({
      kind: "unavailable",
      refusedByServer: false,
      mayHaveTakenEffect: true,
    });
  });

  test("Waiting too long for another transaction's lock fails as unavailable", async () => {
    await owner.transaction(async (tx) => {
      await tx.query("lock table kit.things");
      await expect(owner.query("select * from kit.things")).rejects.toMatchObject({
        kind: "unavailable",
        code: "55P03",
      });
    });
  });

  test("A transaction whose connection breaks fails as unavailable, and the next query succeeds", async () => {
    const cut = owner.transaction(async (tx) => {
      await tx.query("select 1");
      const rows = await tx.query<{ pid: number }>("select pg_backend_pid() as pid");
      await withConnection(adminUrl, (admin) =>
        admin.query("select pg_terminate_backend($1)", [rows[0]?.pid]),
      );
      for (;;) await tx.query("select 1");
    });

    await expect(cut).rejects.toMatchObject({ kind: "unavailable" });
    expect(await owner.query("select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("Reading a bigint above 2^53 throws", async () => {
    await expect(owner.query("select 9007199254740993::bigint")).rejects.toMatchObject({
      kind: "other",
    });
  });

  test("A named statement that runs twice is prepared only once", async () => {
    const single = open(database.ownerUrl, 1);
    const text = "select $1::int as n";
    await single.query(text, [1], { name: "kit-n" });
    await single.query(text, [2], { name: "kit-n" });

    expect(
      await single.query("select count(*) as n from pg_prepared_statements where name = 'kit-n'"),
    ).toEqual([{ n: 1 }]);
    await single.close();
  });

  test("The runtime role can log in, but can neither read tables nor create them without a grant", async () => {
    expect(await runtime.query("select current_user as me")).toEqual([{ me: "kit_app" }]);
    await expect(runtime.query("select * from kit.things")).rejects.toMatchObject({
      kind: "other",
      code: "42501",
    });
    await expect(runtime.query("create table public.mine (id int)")).rejects.toMatchObject({
      code: "42501",
    });
  });
});

test("When no server listens, a query fails as unavailable and certainly had no effect", async () => {
  const nowhere = open("postgres://a:b@127.0.0.1:1/none");

  await expect(nowhere.query("select 1")).rejects.toMatchObject({
    kind: "unavailable",
    code: "ECONNREFUSED",
    refusedByServer: false,
    mayHaveTakenEffect: false,
  });
  await expect(nowhere.transaction(async () => undefined)).rejects.toMatchObject({
    kind: "unavailable",
  });
  await nowhere.close();
});

function open(url: string, max = 4): Database {
  return createPool({
    url,
    max,
    log: silentLogger,
    applicationName: "postgres-kit tests",
    statementTimeoutMs: 2_000,
    lockTimeoutMs: 100,
  });
}
