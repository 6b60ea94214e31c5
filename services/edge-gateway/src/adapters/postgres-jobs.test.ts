import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { Database } from "@veil/postgres-kit";
import { describeWithServer } from "@veil/testing";
import { testAdmission, testEvent } from "../../test/support/admission.ts";
import { type GatewayDatabase, openGatewayDatabase } from "../../test/support/gateway-database.ts";
import { insertTestCustomer } from "../../test/support/test-customer.ts";
import type { CustomerId } from "../domain/accounts/caller.ts";
import type { Admission, EventOutbox, JobOutbox, Jobs } from "../ports/pipeline.ts";
import { createPostgresEventOutbox } from "./postgres-event-outbox.ts";
import { createPostgresJobOutbox } from "./postgres-job-outbox.ts";
import { createPostgresJobs } from "./postgres-jobs.ts";

const LEASE_MS = 60_000;

describeWithServer("postgres", "Jobs and outboxes: postgres", (adminUrl) => {
  let opened: GatewayDatabase;
  let database: Database;
  let jobs: Jobs;
  let outbox: JobOutbox;
  let events: EventOutbox;
  let customerId: CustomerId;

  beforeAll(async () => {
    opened = await openGatewayDatabase(adminUrl);
    database = opened.database;
    jobs = createPostgresJobs(database);
    outbox = createPostgresJobOutbox(database);
    events = createPostgresEventOutbox(database);
  });
  beforeEach(async () => {
    await database.execute("delete from jobs");
    await database.execute("delete from event_outbox");
    customerId = await insertTestCustomer(database);
  });
  afterAll(async () => {
    await opened.close();
  });

  const admission = (change: Partial<Admission> = {}) => testAdmission({ customerId, ...change });

  const jobEvent = () => {
    const { actor: _actor, scope: _scope, ...rest } = testEvent();
    return rest;
  };

  const addEvents = async (rows: ReturnType<typeof testEvent>[]) => {
    for (const row of rows)
      await database.execute("insert into event_outbox (event_id, event) values ($1, $2)", [
        row.event_id,
        JSON.stringify(row),
      ]);
  };

  const count = async (table: string) =>
    (await database.query<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n;

  test("When a job is admitted, then job, outbox row, events and usage are there", async () => {
    const given = admission();
    expect(await jobs.admit(given, LEASE_MS)).toEqual({ kind: "admitted", leased: true });
    const job = await jobs.find(given.jobId);
    expect(job).toMatchObject({ state: "admitted", customerId, facts: given.facts });
    expect(job?.relinkMap?.toString()).toBe("sealed map");
    expect(await count("job_outbox")).toBe(1);
    expect(await count("event_outbox")).toBe(1);
  });

  test("When many are admitted at once, then exactly as many as the quota allows, and nothing of the others", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => jobs.admit(admission(), LEASE_MS)),
    );
    expect(outcomes.filter(({ kind }) => kind === "admitted")).toHaveLength(2);
    expect(outcomes.filter(({ kind }) => kind === "quota_exceeded")).toHaveLength(8);
    expect(await count("jobs")).toBe(2);
    expect(await count("event_outbox")).toBe(2);
    expect(await jobs.admit(admission(), LEASE_MS)).toEqual({ kind: "quota_exceeded", used: 2 });
  });

  test("When there is no limit, then usage is counted all the same", async () => {
    const quota = { limitClass: "standard" as const, limit: Number.POSITIVE_INFINITY };
    for (let i = 0; i < 3; i++) await jobs.admit(admission({ quota }), LEASE_MS);
    const rows = await database.query<{ used: number }>(
      "select used from usage_monthly where customer_id = $1",
      [customerId],
    );
    expect(rows[0]?.used).toBe(3);
  });

  test("When an Idempotency-Key comes twice, then the second is a duplicate and is not counted", async () => {
    const idempotency = { lookup: randomBytes(32), bodyHash: randomBytes(32) };
    const first = admission({ idempotency });
    await jobs.admit(first, LEASE_MS);
    expect(await jobs.admit(admission({ idempotency }), LEASE_MS)).toEqual({ kind: "duplicate" });
    const known = await jobs.findIdempotent(customerId, idempotency.lookup);
    expect(known?.jobId).toBe(first.jobId);
    expect(known && Buffer.from(known.bodyHash)).toEqual(idempotency.bodyHash);
    expect(await jobs.admit(admission(), LEASE_MS)).toEqual({ kind: "admitted", leased: true });
  });

  test("When an admission is repeated, then it is there once and counted once, and its row is leased anew", async () => {
    const quota = { limitClass: "standard" as const, limit: 1 };
    const given = admission({
      quota,
      idempotency: { lookup: randomBytes(32), bodyHash: randomBytes(32) },
    });
    const outcomes = await Promise.all([1, 2, 3].map(() => jobs.admit(given, -1)));
    expect(outcomes).toEqual(Array(3).fill({ kind: "admitted", leased: true }));
    expect(await jobs.admit({ ...given, quota: { ...quota, limit: 9 } }, LEASE_MS)).toEqual({
      kind: "admitted",
      leased: true,
    });
    expect(await outbox.claim(10, LEASE_MS)).toEqual([]);
    expect([await count("jobs"), await count("event_outbox")]).toEqual([1, 1]);
    const next = await jobs.admit(admission({ quota }), LEASE_MS);
    expect(next).toEqual({ kind: "quota_exceeded", used: 1 });
  });

  test("When another replica has claimed the job, then a repeated admission leaves it to that one", async () => {
    const given = admission();
    await jobs.admit(given, -1);
    expect(await outbox.claim(10, LEASE_MS)).toHaveLength(1);
    expect(await jobs.admit(given, LEASE_MS)).toEqual({ kind: "admitted", leased: false });
  });

  test("When an id was ruled out, or its job deleted, then its admission comes to nothing, and it is not counted", async () => {
    const [never, deleted] = [admission(), admission()];
    const { jobId, keyId, requestId, deadline } = never;
    await jobs.ruleOut({ jobId, customerId, keyId, requestId, deadline });
    expect(await jobs.admit(never, LEASE_MS)).toEqual({ kind: "gone" });
    await jobs.admit(deleted, LEASE_MS);
    await jobs.ruleOut({ ...deleted });
    expect((await jobs.find(deleted.jobId))?.state).toBe("admitted");
    await jobs.delete(customerId, deleted.jobId);
    expect(await jobs.admit(deleted, LEASE_MS)).toEqual({ kind: "gone" });
    for (const id of [jobId, deleted.jobId]) {
      expect(await jobs.find(id)).toBeUndefined();
      expect(await jobs.delete(customerId, id)).toBe(false);
    }
    const quota = { limitClass: "standard" as const, limit: 1 };
    expect(await jobs.admit(admission({ quota }), LEASE_MS)).toEqual({
      kind: "quota_exceeded",
      used: 1,
    });
  });

  test("When a job is finished twice, then the first answer stays and its events stand once", async () => {
    const { jobId } = admission();
    await jobs.admit(admission({ jobId, events: [] }), LEASE_MS);
    expect(await jobs.finish(jobId, "completed", Buffer.from("one"), [jobEvent()])).toBe(true);
    expect(await jobs.finish(jobId, "failed", Buffer.from("two"), [jobEvent()])).toBe(false);
    const job = await jobs.find(jobId);
    expect(job?.state).toBe("completed");
    expect(job?.answer?.toString()).toBe("one");
    expect(await count("job_outbox")).toBe(0);
    const [row] = await database.query<{ event: object }>("select event from event_outbox");
    const { actor, scope } = admission().facts;
    expect(row?.event).toMatchObject({ actor, scope, request_id: "req_1" });
    expect(await count("event_outbox")).toBe(1);
  });

  test("When a failure that is not final is kept, then it changes nothing but what the deadline ends the job with", async () => {
    const failure = {
      outcome: "failed",
      reason: "attempts_exhausted",
      latency_ms: 0,
      attempts: 2,
    } as const;
    const [given, done] = [admission({ deadline: new Date(0) }), admission()];
    for (const each of [given, done]) await jobs.admit(each, LEASE_MS);
    await jobs.finish(done.jobId, "completed", Buffer.from("one"), []);
    for (const { jobId } of [given, done]) await jobs.keepFailure(jobId, failure);
    expect(await jobs.overdue(new Date(), 10)).toEqual([
      { jobId: given.jobId, interimFailure: failure },
    ]);
    expect(await jobs.find(given.jobId)).toMatchObject({ state: "admitted", answer: undefined });
    expect((await jobs.find(done.jobId))?.state).toBe("completed");
  });

  test("When the response was flushed, then its map goes, and no other", async () => {
    const [first, second] = [admission(), admission()];
    for (const given of [first, second]) await jobs.admit(given, LEASE_MS);
    await jobs.dropMaps([first.jobId]);
    expect((await jobs.find(first.jobId))?.relinkMap).toBeUndefined();
    expect((await jobs.find(second.jobId))?.relinkMap).toBeDefined();
  });

  test("When another customer deletes a job, then it stays", async () => {
    const given = admission();
    await jobs.admit(given, LEASE_MS);
    expect(await jobs.delete("cus_other" as CustomerId, given.jobId)).toBe(false);
    expect(await jobs.delete(customerId, given.jobId)).toBe(true);
    expect(await jobs.find(given.jobId)).toBeUndefined();
    expect(await count("job_outbox")).toBe(0);
  });

  test("lists jobs whose deadline passed without an answer", async () => {
    const given = admission({ deadline: new Date(Date.now() - 60_000) });
    await jobs.admit(given, LEASE_MS);
    await jobs.admit(admission(), LEASE_MS);
    expect(await jobs.overdue(new Date(Date.now() - 30_000), 10)).toEqual([
      { jobId: given.jobId, interimFailure: undefined },
    ]);
  });

  test("When a lease runs out, then one claimant alone gets the row, with a higher delivery count", async () => {
    const given = admission();
    await jobs.admit(given, LEASE_MS);
    expect(await outbox.claim(10, LEASE_MS)).toEqual([]);
    await outbox.release(given.jobId, { delivered: true, delayMs: -1 });
    const claims = await Promise.all([outbox.claim(10, LEASE_MS), outbox.claim(10, LEASE_MS)]);
    expect(claims.flat()).toEqual([
      expect.objectContaining({ jobId: given.jobId, message: "sealed job", deliveries: 2 }),
    ]);
  });

  test("When nothing was delivered, then the send does not count", async () => {
    const given = admission();
    await jobs.admit(given, LEASE_MS);
    await outbox.release(given.jobId, { delivered: false, delayMs: -1 });
    expect((await outbox.claim(10, LEASE_MS))[0]?.deliveries).toBe(1);
  });

  test("When sending events fails, then they stay; when they are taken, they go", async () => {
    const given = testEvent();
    await addEvents([given]);
    const failing = events.drain(10, () => Promise.reject(new Error("down")));
    await expect(failing).rejects.toThrow("down");
    const sent: unknown[] = [];
    const take = async (batch: readonly unknown[]) => {
      sent.push(...batch);
      return "taken" as const;
    };
    expect(await events.drain(10, take)).toEqual({ sent: 1, verdict: "taken" });
    expect(sent).toEqual([given]);
    expect(await events.drain(10, take)).toEqual({ sent: 0, verdict: "taken" });
  });

  test("When a batch is refused, then it stays; a single event is set aside, and is not lost", async () => {
    await addEvents([testEvent(), testEvent()]);
    const refuse = async () => "refused" as const;
    expect(await events.drain(10, refuse)).toEqual({ sent: 2, verdict: "refused" });
    expect(await events.drain(1, refuse)).toEqual({ sent: 1, verdict: "refused" });
    expect(await events.drain(10, async () => "taken")).toEqual({ sent: 1, verdict: "taken" });
    expect(await count("event_outbox")).toBe(1);
  });
});
