import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Database, migrate } from "@veil/postgres-kit";
import { silentLogger } from "@veil/service-kit/telemetry";
import { describeWithServer } from "@veil/testing";
import { type TestDatabase, withMigrationsBefore } from "@veil/testing/database";
import { createAuditDatabase, openDatabase, readRefused } from "../../test/audit-database.ts";
import { sampleEvent, sampleEvents } from "../../test/sample-events.ts";
import { RefusedEventError } from "../domain/canonical-event.ts";
import { verifyLog } from "../domain/verify-log.ts";
import { MIGRATIONS } from "../migrations-folder.ts";
import { describeEventQueries } from "./event-queries.contract.ts";
import { describeEventStore } from "./event-store.contract.ts";
import { createPostgresCheckpointStore } from "./postgres-checkpoint-store.ts";
import { createPostgresEventStore } from "./postgres-event-store.ts";

describeWithServer("postgres", "PostgreSQL", (adminUrl) => {
  describeEventStore("postgres, as the runtime role", async () => {
    const database = await createAuditDatabase(adminUrl);
    const pools = [openDatabase(database.runtimeUrl), openDatabase(database.runtimeUrl)] as const;
    const owner = openDatabase(database.ownerUrl);
    return {
      store: createPostgresEventStore(pools[0]),
      replica: createPostgresEventStore(pools[1]),
      refused: () => readRefused(owner),
      async close() {
        await Promise.all([...pools, owner].map((pool) => pool.close()));
        await database.drop();
      },
    };
  });
});

describeWithServer("postgres", "PostgreSQL, queries", (adminUrl) => {
  describeEventQueries("postgres, as the runtime role", async () => {
    const database = await createAuditDatabase(adminUrl);
    const pool = openDatabase(database.runtimeUrl);
    return {
      store: createPostgresEventStore(pool),
      async close() {
        await pool.close();
        await database.drop();
      },
    };
  });
});

const INSERT = `insert into audit.events
    (seq, event_id, occurred_at, event_type, actor, scope, payload, canonical, prev_hash, hash)
  select 99, gen_random_uuid(), occurred_at, event_type, actor, scope, payload, canonical,
    prev_hash, hash from audit.events limit 1`;
const CHANGES = [
  ["UPDATE", "update audit.events set actor = 'system'"],
  ["DELETE", "delete from audit.events"],
  ["TRUNCATE", "truncate audit.events"],
  ["DELETE of the head", "delete from audit.head"],
  ["TRUNCATE of the head", "truncate audit.head"],
  ["a head that moves back", "update audit.head set seq = 1"],
  ["UPDATE of the tree", "update audit.tree_nodes set hash = sha256('')"],
  ["DELETE of the tree", "delete from audit.tree_nodes"],
  ["TRUNCATE of the tree", "truncate audit.tree_nodes"],
] as const;

describeWithServer("postgres", "The audit database", (adminUrl) => {
  let database: TestDatabase;
  let runtime: Database;
  let owner: Database;
  let superuser: Database;

  beforeAll(async () => {
    database = await createAuditDatabase(adminUrl);
    runtime = openDatabase(database.runtimeUrl);
    owner = openDatabase(database.ownerUrl);
    const url = new URL(adminUrl);
    url.pathname = new URL(database.ownerUrl).pathname;
    superuser = openDatabase(url.href);
    await createPostgresEventStore(runtime).append(sampleEvents(3));
    await createPostgresCheckpointStore(runtime).grow();
  });
  afterAll(async () => {
    await Promise.all([runtime, owner, superuser].map((pool) => pool?.close()));
    await database?.drop();
  });

  test.each([
    ...CHANGES,
    ["INSERT", INSERT],
    ["DROP", "drop table audit.events"],
    ["INSERT into the tree", "insert into audit.tree_nodes values (9, 9, sha256(''))"],
    ["UPDATE of the tree's size", "update audit.tree set size = 9"],
    ["UPDATE of a checkpoint", "update audit.checkpoints set note = ''"],
    ["DELETE of a checkpoint", "delete from audit.checkpoints"],
    ["UPDATE of a pruning", "update audit.prunings set pruned_in = '9'"],
    ["DELETE of a pruning", "delete from audit.prunings"],
    ["prune", "select audit.prune(1, sha256(''), now())"],
    ["SELECT of refused events", "select from audit.refused_events"],
    ["UPDATE of refused events", "update audit.refused_events set reason = 'log'"],
    ["DELETE of refused events", "delete from audit.refused_events"],
    ["TRUNCATE of refused events", "truncate audit.refused_events"],
  ])("The runtime role has no right to %s", async (_change, sql) => {
    await expect(runtime.query(sql)).rejects.toMatchObject({ code: "42501" });
  });

  test.each(CHANGES)("When the owner runs %s, then a trigger refuses it", async (_change, sql) => {
    await expect(owner.query(sql)).rejects.toMatchObject({ code: "VA001" });
  });

  test.each(CHANGES)(
    "When a superuser in replica mode runs %s, then a trigger refuses it",
    async (_change, sql) => {
      const change = superuser.transaction(async (tx) => {
        await tx.query("set local session_replication_role = replica");
        await tx.query(sql);
      });

      await expect(change).rejects.toMatchObject({ code: "VA001" });
    },
  );

  test("The runtime role has exactly the expected rights", async () => {
    const tables = await runtime.query(
      `select table_name || ' ' || privilege_type as grant from information_schema.table_privileges
       where grantee = 'audit_app' order by 1`,
    );
    const columns = await runtime.query(
      `select distinct privilege_type as grant from information_schema.column_privileges
       where grantee = 'audit_app' and table_name = 'refused_events'`,
    );
    const functions = await runtime.query(
      `select proname as name from pg_proc
       where pronamespace = 'audit'::regnamespace and has_function_privilege(oid, 'EXECUTE')
       order by proname`,
    );

    expect(tables).toEqual([
      { grant: "applied SELECT" },
      { grant: "checkpoints SELECT" },
      { grant: "cosignatures INSERT" },
      { grant: "cosignatures SELECT" },
      { grant: "cosignatures UPDATE" },
      { grant: "events SELECT" },
      { grant: "head SELECT" },
      { grant: "prunings SELECT" },
      { grant: "time_stamps SELECT" },
      { grant: "tree SELECT" },
      { grant: "tree_nodes SELECT" },
    ]);
    expect(columns).toEqual([{ grant: "INSERT" }]);
    expect(functions).toEqual([
      { name: "append_events" },
      { name: "forget_checkpoints" },
      { name: "grow_tree" },
    ]);
  });

  test("The runtime role cannot create a temporary table that hides a table of the log", async () => {
    await expect(
      runtime.query("create temp table head as select 0::bigint as seq"),
    ).rejects.toMatchObject({ code: "42501" });
  });

  test.each([
    ["not an array", "{}"],
    ["empty", "[]"],
    ["an array of invalid JSON", '["x"]'],
    ["an array without a valid event", '["{}"]'],
    ["too long", JSON.stringify(sampleEvents(257).map((event) => JSON.stringify(event)))],
  ])("When a batch is %s, then append_events appends nothing", async (_case, batch) => {
    const before = await createPostgresEventStore(runtime).head();

    await expect(
      runtime.query("select audit.append_events($1::jsonb)", [batch]),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^2[23]/) });
    expect(await createPostgresEventStore(runtime).head()).toEqual(before);
  });

  test("When the database refuses an event, then `append` throws RefusedEventError", async () => {
    const append = createPostgresEventStore(runtime).append([sampleEvent({ actor: "Ann" })]);

    await expect(append).rejects.toBeInstanceOf(RefusedEventError);
  });

  test("When a transaction is rolled back after an append, then the next event has the next number", async () => {
    const before = await createPostgresEventStore(runtime).head();
    await expect(
      runtime.transaction(async (tx) => {
        await createPostgresEventStore(tx).append(sampleEvents(2));
        throw new Error("stop");
      }),
    ).rejects.toThrow("stop");

    await createPostgresEventStore(runtime).append(sampleEvents(1));

    expect((await createPostgresEventStore(runtime).head()).seq).toBe(before.seq + 1);
  });
});

describeWithServer("postgres", "A superuser who disarms the triggers", (adminUrl) => {
  test.each([
    ["edits an event's text", "update audit.events set canonical = '{}' where seq = 3", 3, "hash"],
    ["edits a column", "update audit.events set actor = 'system' where seq = 4", 4, "columns"],
    [
      "changes a time by a microsecond",
      "update audit.events set occurred_at = occurred_at + interval '1 us' where seq = 2",
      2,
      "columns",
    ],
    ["removes an event", "delete from audit.events where seq = 5", 5, "gap"],
    ["removes the last events", "delete from audit.events where seq > 6", 7, "head"],
    [
      "swaps two events",
      `update audit.events set seq = -seq where seq in (4, 5);
       update audit.events set seq = 9 + seq where seq < 0`,
      4,
      "link",
    ],
    ["inserts an event", INSERT, 9, "head"],
    ["removes a subject", "update audit.events set subject = null where seq = 2", 2, "columns"],
  ])(
    "When a superuser %s, then verification returns the first broken event",
    async (_case, sql, seq, reason) => {
      const database = await createAuditDatabase(adminUrl);
      const runtime = openDatabase(database.runtimeUrl);
      const owner = openDatabase(database.ownerUrl);
      const store = createPostgresEventStore(runtime);
      await store.append(sampleEvents(8));
      expect(await verifyLog(store)).toEqual({ kind: "intact", count: 8 });

      await owner.query("alter table audit.events disable trigger user");
      await owner.query("alter table audit.events drop constraint events_seq_check");
      await owner.query(sql);

      expect(await verifyLog(store)).toEqual({ kind: "broken", seq, reason });
      expect(await store.protection()).toMatchObject({ triggersArmed: false });
      await Promise.all([runtime.close(), owner.close()]);
      await database.drop();
    },
  );
});

describeWithServer("postgres", "A log of the previous version", (adminUrl) => {
  test("When a log of the previous version is migrated, then it is intact and accepts events of both versions", async () => {
    // Version 2 of the event text came with migration 0003.
    const database = await withMigrationsBefore("0003", MIGRATIONS, (folder) =>
      createAuditDatabase(adminUrl, folder),
    );
    const runtime = openDatabase(database.runtimeUrl);
    const store = createPostgresEventStore(runtime);
    const former = () => {
      const { subject: _none, ...event } = sampleEvent();
      return event;
    };
    await store.append([former(), former()]);

    await migrate({ url: database.ownerUrl, folder: MIGRATIONS, log: silentLogger });
    await store.append([sampleEvent(), former(), sampleEvent()]);

    expect(await verifyLog(store)).toEqual({ kind: "intact", count: 5 });
    const rows = await store.readAfter(0, 5);
    expect(rows.map(({ columns }) => columns.subject !== null)).toEqual([
      false,
      false,
      true,
      false,
      true,
    ]);
    await runtime.close();
    await database.drop();
  });
});
