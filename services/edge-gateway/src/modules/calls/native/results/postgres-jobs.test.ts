import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { AuditEvent } from "@veil/contracts/audit";
import { createPool, type Database } from "@veil/postgres-kit";
import { silentLogger } from "@veil/service-kit/telemetry";
import { describeWithServer } from "@veil/testing";
import { testAdmission, testEvent } from "../../../../../test/support/admission.ts";
import {
  type GatewayDatabase,
  openGatewayDatabase,
} from "../../../../../test/support/gateway-database.ts";
import { insertTestCustomer } from "../../../../../test/support/test-customer.ts";
import type { CustomerId } from "../../../accounts/keys/caller.ts";
import { describeEventOutbox } from "../../../audit/adapters/event-outbox.contract.ts";
import { createPostgresEventOutbox } from "../../../audit/adapters/postgres-event-outbox.ts";
import { describeJobOutbox } from "../delivery/job-outbox.contract.ts";
import { createPostgresJobOutbox } from "../delivery/postgres-job-outbox.ts";
import type { Admission, JobOutbox, Jobs } from "../ports.ts";
import { withJobCache } from "./job-cache.ts";
import { describeJobs } from "./jobs.contract.ts";
import { createPostgresJobs } from "./postgres-jobs.ts";

const LEASE_MS = 60_000;
const ROOM = { of: new Map(), others: 10 };
const unlimited = {
  quota: { limitClass: "standard", limit: Number.POSITIVE_INFINITY },
} as const;

interface PlanNode {
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Relation Name"?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Counts the rows read from tables, including those that the filter removes. */
function rowsRead(node: PlanNode): number {
  const each = node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0);
  const own = node["Relation Name"] === undefined ? 0 : each * node["Actual Loops"];
  return own + (node.Plans ?? []).map(rowsRead).reduce((sum, rows) => sum + rows, 0);
}

describeWithServer("postgres", "Jobs and outboxes: postgres", () => {
  let opened: GatewayDatabase;
  let database: Database;
  let jobs: Jobs;
  let outbox: JobOutbox;
  let customerId: CustomerId;

  beforeAll(async () => {
    opened = await openGatewayDatabase();
    database = opened.database;
    jobs = createPostgresJobs(database, 10);
    outbox = createPostgresJobOutbox(database);
  });
  beforeEach(async () => {
    await database.execute("delete from jobs");
    await database.execute("delete from event_outbox");
    await opened.owner.execute("delete from usage_monthly");
    customerId = await insertTestCustomer(database);
  });
  afterAll(async () => {
    await opened.close();
  });

  const admission = (change: Partial<Admission> = {}) => testAdmission({ customerId, ...change });

  const addEvents = async (rows: readonly AuditEvent[]) => {
    for (const row of rows)
      await database.execute("insert into event_outbox (event_id, event) values ($1, $2)", [
        row.event_id,
        JSON.stringify(row),
      ]);
  };

  const addWaiting = async (owner: CustomerId, jobsToAdd: number, untilDeadline: string) => {
    await database.execute(
      `with job as (
        insert into jobs (job_id, customer_id, key_id, request_id, facts, created_at, deadline_at)
        select 'job_' || gen_random_uuid(), $1, 'key00001', 'req_1', '{}', now() - n * interval '1 second',
          now() + $3::interval
        from generate_series(1, $2::int) n returning job_id, deadline_at
      )
      insert into job_outbox (job_id, message, leased_until, expires_at)
      select job_id, 'sealed job', '-infinity', deadline_at from job`,
      [owner, jobsToAdd, untilDeadline],
    );
  };

  const count = async (table: string) =>
    (await database.query<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n;

  const jobsCase = (wrapped: Jobs) => ({
    jobs: wrapped,
    customer: () => insertTestCustomer(database),
    async eventsOf(jobId: string) {
      const text = "select event from event_outbox where event -> 'payload' ->> 'job_id' = $1";
      const rows = await database.query<{ event: AuditEvent }>(text, [jobId]);
      return rows.map(({ event }) => event);
    },
    async age(jobId: string) {
      const text = "update jobs set created_at = now() - interval '25 hours' where job_id = $1";
      await database.execute(text, [jobId]);
    },
  });
  describeJobs("postgres, as the runtime role,", async () => jobsCase(jobs));
  describeJobs("postgres, with remembered jobs,", async () => jobsCase(withJobCache(jobs)));

  test("When a job is admitted, then its row, outbox row, events and usage are stored", async () => {
    const given = admission();
    expect(await jobs.admit(given, LEASE_MS)).toEqual({ kind: "admitted", leased: true });
    const job = await jobs.find(given.jobId);
    expect(job).toMatchObject({ state: "admitted", customerId, facts: given.facts });
    expect(job?.relinkMap?.toString()).toBe("sealed map");
    expect(await count("job_outbox")).toBe(1);
    expect(await count("event_outbox")).toBe(1);
  });

  test("When an admission is refused, then nothing is stored", async () => {
    const none = { limitClass: "standard", limit: 0 } as const;
    await jobs.admit(admission({ quota: none }), LEASE_MS);
    for (const table of ["jobs", "job_outbox", "event_outbox", "usage_monthly"])
      expect([table, await count(table)]).toEqual([table, 0]);
  });

  test("When admissions of one customer wait for a lock on the usage row, then other customers' admissions continue, and the waiting ones eventually succeed", async () => {
    const other = await insertTestCustomer(database);
    const quota = { limitClass: "standard", limit: 100 } as const;
    const [max, url] = [4, opened.urls.runtimeUrl];
    const pool = createPool({
      ...{ url, max, connectTimeoutMs: 500 },
      ...{ log: silentLogger, applicationName: "test" },
    });
    const fair = createPostgresJobs(pool, max);
    await fair.admit(admission({ quota }), LEASE_MS);
    const waiting = await database.transaction(async (tx) => {
      await tx.query("select 1 from usage_monthly where customer_id = $1 for update", [customerId]);
      const many = Array.from({ length: 20 }, () => fair.admit(admission({ quota }), LEASE_MS));
      const settled = Promise.allSettled(many);
      const theirs = await fair.admit(admission({ customerId: other }), LEASE_MS);
      expect(theirs).toMatchObject({ kind: "admitted" });
      return { settled };
    });
    const outcomes = await waiting.settled;
    const admitted = { status: "fulfilled", value: { kind: "admitted" } };
    expect(outcomes).toMatchObject(Array.from({ length: 20 }, () => admitted));
    await pool.close();
  });

  test("When an admission is retried, then its row is leased again and its events are stored once", async () => {
    const given = admission();
    for (const leaseMs of [-1, LEASE_MS]) await jobs.admit(given, leaseMs);
    expect(await outbox.claim(10, LEASE_MS, ROOM)).toEqual([]);
    expect(await count("event_outbox")).toBe(1);
  });

  test("When another replica has claimed the job, then a retried admission leaves the job to that replica", async () => {
    const given = admission();
    await jobs.admit(given, -1);
    expect(await outbox.claim(10, LEASE_MS, ROOM)).toHaveLength(1);
    expect(await jobs.admit(given, LEASE_MS)).toEqual({ kind: "admitted", leased: false });
  });

  test.each<[string, (jobId: string) => Promise<unknown>]>([
    [
      "finished",
      (jobId) => jobs.finish({ jobId, state: "completed", answer: Buffer.from("one"), events: [] }),
    ],
    ["deleted", (jobId) => jobs.delete(customerId, jobId)],
  ])("When a job is %s, then its sealed payload is deleted", async (_case, end) => {
    const given = admission();
    await jobs.admit(given, LEASE_MS);
    await end(given.jobId);
    expect(await count("job_outbox")).toBe(0);
  });

  test("When a job is deleted, then only its ids and times stay", async () => {
    const idempotency = { lookup: randomBytes(32), bodyHash: randomBytes(32), others: [] };
    const { jobId, ...rest } = admission({ idempotency });
    await jobs.admit({ jobId, ...rest }, LEASE_MS);
    await jobs.finish({
      jobId,
      state: "completed",
      answer: Buffer.from("one"),
      events: [],
      digest: randomBytes(32),
    });
    await jobs.delete(customerId, jobId);
    const [row] = await database.query<object>("select * from jobs where job_id = $1", [jobId]);
    const kept = Object.entries(row ?? {}).filter(([, value]) => value !== null);
    expect(kept.map(([column]) => column).sort()).toEqual([
      "created_at",
      "customer_id",
      "deadline_at",
      "facts",
      "job_id",
      "key_id",
      "provisional",
      "request_id",
      "state",
    ]);
    expect(row).toMatchObject({ facts: {}, state: "gone" });
  });

  describeJobOutbox("postgres, as the runtime role", async () => ({
    jobs,
    outbox,
    customer: () => insertTestCustomer(database),
  }));

  test.each([
    ["due", "1 hour"],
    ["past their deadline", "-1 hour"],
  ])(
    "When a customer has thousands of jobs that are %s, then a claim reads no more rows than it may claim",
    async (_case, untilDeadline) => {
      await addWaiting(await insertTestCustomer(database), 5_000, untilDeadline);
      await addWaiting(customerId, 3, "1 hour");
      await opened.owner.execute("analyze jobs, job_outbox");
      const reads: number[] = [];
      const explained: Database = {
        ...database,
        async query(text, values) {
          const explain = `explain (analyze, format json) ${text}`;
          const [row] = await database.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
            explain,
            values,
          );
          if (row !== undefined) reads.push(rowsRead(row["QUERY PLAN"][0].Plan));
          return [];
        },
      };
      await createPostgresJobOutbox(explained).claim(50, LEASE_MS, ROOM);
      expect(reads).toHaveLength(1);
      expect(reads[0]).toBeGreaterThan(3);
      expect(reads[0]).toBeLessThan(200);
    },
  );

  describe("Claims with a nested-loop plan", () => {
    // Disabling these plan nodes leaves nested loops. These could repeat, for each outer row, the
    // subquery that chooses which rows to lock.
    const plan = ["hashjoin", "hashagg", "mergejoin", "material", "sort", "memoize"];
    let planned: Database;
    beforeAll(() => {
      const url = new URL(opened.urls.runtimeUrl);
      url.searchParams.set("options", plan.map((node) => `-c enable_${node}=off`).join(" "));
      planned = createPool({
        ...{ url: url.href, log: silentLogger, applicationName: "test" },
      });
    });
    afterAll(() => planned.close());

    test("with a nested-loop plan, no more jobs are claimed than requested", async () => {
      for (let job = 0; job < 5; job++) await jobs.admit(admission(unlimited), -1);
      expect(await createPostgresJobOutbox(planned).claim(2, LEASE_MS, ROOM)).toHaveLength(2);
    });

    test("with a nested-loop plan, no more events are claimed than requested", async () => {
      await addEvents(Array.from({ length: 5 }, testEvent));
      expect(await createPostgresEventOutbox(planned).lease(2, LEASE_MS)).toHaveLength(2);
    });
  });

  test("When the database refuses the events of one call, then the events of other calls are still stored", async () => {
    await database.execute("delete from event_outbox");
    const outbox = createPostgresEventOutbox(database);
    const refused = { ...testEvent(), event_id: "no-uuid" };
    const good = Array.from({ length: 20 }, testEvent);
    const added = await Promise.allSettled(
      [...good.slice(0, 10), refused, ...good.slice(10)].map((event) => outbox.add([event])),
    );
    expect(added.flatMap(({ status }, at) => (status === "rejected" ? [at] : []))).toEqual([10]);
    expect(await count("event_outbox")).toBe(good.length);
  });

  describeEventOutbox("postgres, as the runtime role", async () => {
    await database.execute("delete from event_outbox");
    return {
      outbox: createPostgresEventOutbox(database),
      add: addEvents,
      count: async () => (await count("event_outbox")) ?? 0,
    };
  });
});
