import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createPool, type Database, DatabaseError } from "@veil/postgres-kit";
import { silentLogger } from "@veil/service-kit/telemetry";
import { describeWithServer, until } from "@veil/testing";
import { testAdmission, testEvent } from "../../../../../test/support/admission.ts";
import {
  type GatewayDatabase,
  openGatewayDatabase,
} from "../../../../../test/support/gateway-database.ts";
import { insertTestCustomer } from "../../../../../test/support/test-customer.ts";
import type { CustomerId } from "../../../accounts/keys/caller.ts";
import type { Admission, Jobs } from "../ports.ts";
import { createPostgresJobs, finishJobs } from "../results/postgres-jobs.ts";
import { admitJobs } from "./postgres-admission.ts";

const LEASE_MS = 60_000;
const USAGE_LOCK = "select from usage_monthly where customer_id = $1 and class = $2 for update";
const WAITING_ADMISSION = `
select 1 from pg_stat_activity
where datname = $1 and wait_event_type = 'Lock'`;
const ADMITTED = { kind: "admitted", leased: true } as const;
const many = { quota: { limitClass: "standard", limit: 100 } } as const;

describeWithServer("postgres", "Several jobs in one statement", (adminUrl) => {
  let opened: GatewayDatabase;
  let database: Database;
  let jobs: Jobs;
  let customerId: CustomerId;

  beforeAll(async () => {
    opened = await openGatewayDatabase();
    database = opened.database;
    jobs = createPostgresJobs(database, 10);
  });
  beforeEach(async () => {
    await database.execute("delete from jobs");
    await database.execute("delete from event_outbox");
    customerId = await insertTestCustomer(database);
  });
  afterAll(() => opened.close());

  const admission = (change: Partial<Admission> = {}) => testAdmission({ customerId, ...change });
  const leased = (given: readonly Admission[]) =>
    given.map((each) => ({ admission: each, leaseMs: LEASE_MS }));
  const together = async (given: readonly Admission[]) =>
    Promise.all(await admitJobs(database, leased(given)));
  const count = async (table: string) =>
    (await database.query<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n;

  describe("Admissions", () => {
    test("admissions in one batch share a transaction, which stores and counts each job", async () => {
      const idempotency = { lookup: randomBytes(32), bodyHash: randomBytes(32), others: [] };
      const message = '{"box":"\\u0041 \\"quoted\\""}';
      const given = [
        admission({ ...many, idempotency, message }),
        admission(many),
        admission(many),
      ];
      expect(await together(given)).toEqual([ADMITTED, ADMITTED, ADMITTED]);
      const [first] = given;
      const rows = await database.query<{ message: string; left: number }>(
        `select message, extract(epoch from leased_until - now())::int as left from job_outbox where job_id = $1`,
        [first?.jobId],
      );
      expect(rows).toMatchObject([{ message }]);
      expect(Math.abs((rows[0]?.left ?? 0) * 1000 - LEASE_MS)).toBeLessThan(30_000);
      const job = await jobs.find(first?.jobId ?? "");
      expect(job).toMatchObject({ facts: first?.facts, state: "admitted" });
      expect(job?.relinkMap?.toString()).toBe("sealed map");
      const known = await jobs.findIdempotent(customerId, [idempotency.lookup]);
      expect(known).toMatchObject({ jobId: first?.jobId, bodyHash: idempotency.bodyHash });
      expect(await count("event_outbox")).toBe(3);
      const next = await jobs.admit(admission({ quota: { limitClass: "standard", limit: 3 } }), 0);
      expect(next).toEqual({ kind: "quota_exceeded", used: 3 });
    });

    test("admissions in one batch have the same outcomes as when they run one after the other", async () => {
      const idempotency = { lookup: randomBytes(32), bodyHash: randomBytes(32), others: [] };
      const [ruledOut, repeated] = [admission(many), admission(many)];
      await jobs.ruleOut(ruledOut);
      await jobs.admit(repeated, LEASE_MS);
      const given = [
        admission(many),
        ruledOut,
        repeated,
        admission({ ...many, idempotency }),
        admission({ ...many, idempotency }),
        admission({ quota: { limitClass: "standard", limit: 3 } }),
        admission({ quota: { limitClass: "developer", limit: 1 } }),
      ];
      expect(await together(given)).toEqual([
        ADMITTED,
        { kind: "gone" },
        ADMITTED,
        ADMITTED,
        { kind: "duplicate" },
        { kind: "quota_exceeded", used: 3 },
        ADMITTED,
      ]);
      expect(await count("job_outbox")).toBe(4);
    });

    test("admissions over the quota are refused individually and not counted", async () => {
      const given = Array.from({ length: 5 }, () => admission());
      const refused = { kind: "quota_exceeded", used: 2 };
      expect(await together(given)).toEqual([ADMITTED, ADMITTED, refused, refused, refused]);
      expect(await count("jobs")).toBe(2);
    });

    test("when the outcome of one admission cannot be read back, the others in the batch are still admitted", async () => {
      const unreadable: Database = {
        ...database,
        optional: () => Promise.reject(new DatabaseError(new Error("gone"), { sent: false })),
      };
      const none = admission({ quota: { limitClass: "standard", limit: 1 } });
      const given = [admission(many), admission(many), none, admission(many)];
      const outcomes = await Promise.allSettled(await admitJobs(unreadable, leased(given)));
      const fulfilled = { status: "fulfilled", value: ADMITTED };
      expect(outcomes).toMatchObject([fulfilled, fulfilled, { status: "rejected" }, fulfilled]);
      expect(await count("jobs")).toBe(3);
    });

    test("admissions of both classes lock the usage rows in the same order as other statements, so that there is no deadlock", async () => {
      const developer = { quota: { limitClass: "developer", limit: 100 } } as const;
      await together([admission(many), admission(developer)]);
      const admin = createPool({ url: adminUrl, log: silentLogger, applicationName: "test" });
      const name = new URL(opened.urls.runtimeUrl).pathname.slice(1);
      const admitted = await opened.owner.transaction(async (other) => {
        const lock = (limitClass: string) => other.query(USAGE_LOCK, [customerId, limitClass]);
        await lock("developer");
        const outcomes = together([admission(many), admission(developer)]);
        await until("the admission waits for the row of developer keys", () =>
          admin.optional(WAITING_ADMISSION, [name]),
        );
        await lock("standard");
        return { outcomes };
      });
      await admin.close();
      expect(await admitted.outcomes).toEqual([ADMITTED, ADMITTED]);
    });

    test("when two replicas with different first data keys admit one Idempotency-Key at the same moment, one of them admits it", async () => {
      await together([admission(many)]);
      const hashes = () => ({ lookup: randomBytes(32), bodyHash: randomBytes(32), others: [] });
      const [old, current] = [hashes(), hashes()];
      const admin = createPool({ url: adminUrl, log: silentLogger, applicationName: "test" });
      const name = new URL(opened.urls.runtimeUrl).pathname.slice(1);
      const admitted = await opened.owner.transaction(async (other) => {
        await other.query(USAGE_LOCK, [customerId, "standard"]);
        const outcomes = Promise.all([
          together([admission({ ...many, idempotency: { ...old, others: [current] } })]),
          together([admission({ ...many, idempotency: { ...current, others: [old] } })]),
        ]);
        await until("both admissions wait", async () => {
          const waiting = await admin.query(WAITING_ADMISSION, [name]);
          return waiting.length === 2;
        });
        return { outcomes };
      });
      await admin.close();
      const outcomes = (await admitted.outcomes).flat();
      expect(outcomes).toContainEqual(ADMITTED);
      expect(outcomes).toContainEqual({ kind: "duplicate" });
    });

    test("the outcome of all admissions in a batch is unknown when the response to their statement is lost", async () => {
      const lost = new DatabaseError(new Error("gone"));
      const unanswered: Database = { ...database, query: () => Promise.reject(lost) };
      const outcomes = await admitJobs(unanswered, leased([admission(many), admission(many)]));
      expect(outcomes).toEqual([{ kind: "unknown" }, { kind: "unknown" }]);
    });
  });

  describe("finishJobs", () => {
    test("ends in one batch finish only the jobs that have no final state yet", async () => {
      const given = [admission(many), admission(many), admission(many)];
      await together(given);
      const [done, ...rest] = given.map(({ jobId }) => jobId);
      await jobs.finish({
        jobId: done ?? "",
        state: "failed",
        answer: Buffer.from("one"),
        events: [],
      });
      const ends = [done, ...rest, "job_of_none"].map((jobId = "") => ({
        ...{ jobId, state: "completed" as const, answer: Buffer.from(`of ${jobId}`) },
        ...{ events: [], digest: randomBytes(32) },
      }));
      expect(await Promise.all(await finishJobs(database, ends))).toEqual([
        false,
        true,
        true,
        false,
      ]);
      for (const jobId of rest) {
        const job = await jobs.find(jobId);
        expect(job).toMatchObject({ state: "completed" });
        expect(job?.answer?.toString()).toBe(`of ${jobId}`);
      }
      expect(await jobs.find(done ?? "")).toMatchObject({ state: "failed" });
      expect(await count("job_outbox")).toBe(0);
    });

    test("ends in one batch are retried one by one when the database refuses one of them", async () => {
      const given = [admission(many), admission(many)];
      await together(given);
      const [good, bad] = given.map(({ jobId }) => jobId);
      const event = { ...testEvent(), event_id: "not a UUID" };
      const ends = [good, bad].map((jobId = "") => ({
        ...{ jobId, state: "completed" as const, answer: Buffer.from("one") },
        ...{ events: jobId === bad ? [event] : [], digest: undefined },
      }));
      const outcomes = await Promise.allSettled(await finishJobs(database, ends));
      expect(outcomes).toMatchObject([{ value: true }, { status: "rejected" }]);
      expect(await jobs.find(good ?? "")).toMatchObject({ state: "completed" });
      expect(await jobs.find(bad ?? "")).toMatchObject({ state: "admitted" });
    });
  });
});
