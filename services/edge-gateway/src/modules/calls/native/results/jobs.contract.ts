import { randomBytes } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { AuditEvent } from "@veil/contracts/audit";
import { testAdmission, testEvent } from "../../../../../test/support/admission.ts";
import type { CustomerId } from "../../../accounts/keys/caller.ts";
import type { JobEvent } from "../../../audit/domain/events.ts";
import type { Admission, Jobs } from "../ports.ts";

interface JobsCase {
  readonly jobs: Jobs;
  customer(): Promise<CustomerId>;
  eventsOf(jobId: string): Promise<readonly AuditEvent[]>;
  age(jobId: string): Promise<void>;
}

const LEASE_MS = 60_000;
const ADMITTED = { kind: "admitted", leased: true } as const;
const EXHAUSTED = {
  outcome: "failed",
  reason: "attempts_exhausted",
  latency_ms: 0,
  attempts: 2,
} as const;

export function describeJobs(name: string, open: () => Promise<JobsCase>): void {
  describe(`${name} fulfills the duties of Jobs`, () => {
    let opened: JobsCase;
    let jobs: Jobs;
    let customerId: CustomerId;
    beforeAll(async () => {
      opened = await open();
      jobs = opened.jobs;
    });
    beforeEach(async () => {
      customerId = await opened.customer();
    });

    const admission = (change: Partial<Admission> = {}) =>
      testAdmission({ customerId, events: [], ...change });
    const limitOf = (limit: number) => ({ quota: { limitClass: "standard", limit } }) as const;
    const idempotencyOf = () => ({
      lookup: randomBytes(32),
      bodyHash: randomBytes(32),
      others: [],
    });
    const about = (jobId: string): JobEvent => {
      const { actor: _actor, scope: _scope, ...rest } = testEvent();
      return { ...rest, payload: { job_id: jobId } };
    };

    async function admitted(change: Partial<Admission>) {
      const given = admission(change);
      await jobs.admit(given, LEASE_MS);
      return given;
    }

    test("When a job was admitted, then find returns it as it was stored", async () => {
      const given = admission();
      expect(await jobs.admit(given, LEASE_MS)).toEqual(ADMITTED);
      const { jobId, facts, relinkMap } = given;
      const found = await jobs.find(jobId);
      expect(found).toMatchObject({ jobId, customerId, facts, state: "admitted" });
      const admitted = await jobs.admitted(jobId);
      expect(admitted).toMatchObject({ customerId, facts });
      for (const map of [found?.relinkMap, admitted?.relinkMap])
        expect(Buffer.from(map ?? [])).toEqual(Buffer.from(relinkMap));
    });

    test("When many jobs are submitted at once, then exactly as many are admitted as the quota allows", async () => {
      const given = Array.from({ length: 10 }, () => admission());
      const outcomes = await Promise.all(given.map((each) => jobs.admit(each, LEASE_MS)));
      const refused = { kind: "quota_exceeded", used: 2 };
      expect(outcomes.filter(({ kind }) => kind === "admitted")).toHaveLength(2);
      expect(outcomes.filter(({ kind }) => kind !== "admitted")).toEqual(Array(8).fill(refused));
    });

    test("When the quota is unlimited, then usage is still counted", async () => {
      const unlimited = limitOf(Number.POSITIVE_INFINITY);
      for (let i = 0; i < 3; i++) await jobs.admit(admission(unlimited), LEASE_MS);
      const next = await jobs.admit(admission(limitOf(3)), LEASE_MS);
      expect(next).toEqual({ kind: "quota_exceeded", used: 3 });
    });

    test("When an Idempotency-Key is used twice, then the second admission is a duplicate and is not counted", async () => {
      const idempotency = idempotencyOf();
      const first = admission({ idempotency });
      await jobs.admit(first, LEASE_MS);
      expect(await jobs.admit(admission({ idempotency }), LEASE_MS)).toEqual({ kind: "duplicate" });
      const known = await jobs.findIdempotent(customerId, [idempotency.lookup]);
      expect(known?.jobId).toBe(first.jobId);
      expect(known && Buffer.from(known.bodyHash)).toEqual(idempotency.bodyHash);
      expect(await jobs.admit(admission(), LEASE_MS)).toEqual(ADMITTED);
    });

    test("When replicas that seal under different data keys use one Idempotency-Key at the same time, then one job is admitted and counted", async () => {
      const [old, current] = [idempotencyOf(), idempotencyOf()];
      const given = [
        admission({ ...limitOf(2), idempotency: { ...old, others: [current] } }),
        admission({ ...limitOf(2), idempotency: { ...current, others: [old] } }),
      ];
      const outcomes = await Promise.all(given.map((each) => jobs.admit(each, LEASE_MS)));
      expect(outcomes).toContainEqual(ADMITTED);
      expect(outcomes).toContainEqual({ kind: "duplicate" });
      const known = await jobs.findIdempotent(customerId, [current.lookup, old.lookup]);
      expect(known?.jobId).toBe(
        given[outcomes.findIndex(({ kind }) => kind === "admitted")]?.jobId,
      );
      expect(await jobs.admit(admission(limitOf(2)), LEASE_MS)).toEqual(ADMITTED);
    });

    test("When an Idempotency-Key is older than 24 hours, then no job is found by it, and the next request with it admits a new job", async () => {
      const idempotency = idempotencyOf();
      const [old, next] = [admission({ idempotency }), admission({ idempotency })];
      await jobs.admit(old, LEASE_MS);
      await opened.age(old.jobId);
      expect(await jobs.findIdempotent(customerId, [idempotency.lookup])).toBeUndefined();
      expect(await jobs.admit(next, LEASE_MS)).toEqual(ADMITTED);
      const known = await jobs.findIdempotent(customerId, [idempotency.lookup]);
      expect(known?.jobId).toBe(next.jobId);
      expect((await jobs.find(old.jobId))?.state).toBe("admitted");
    });

    test("When an admission is retried, then its job is stored and counted once, even with an Idempotency-Key and a quota of one", async () => {
      const given = admission({ ...limitOf(1), idempotency: idempotencyOf() });
      const outcomes = await Promise.all([1, 2, 3].map(() => jobs.admit(given, LEASE_MS)));
      expect(outcomes).toEqual([ADMITTED, ADMITTED, ADMITTED]);
      expect(await jobs.admit({ ...given, ...limitOf(9) }, LEASE_MS)).toEqual(ADMITTED);
      const next = await jobs.admit(admission(limitOf(1)), LEASE_MS);
      expect(next).toEqual({ kind: "quota_exceeded", used: 1 });
    });

    test("When an id was ruled out or its job was deleted, then its admission stores and counts nothing", async () => {
      const [never, deleted] = [admission(), admission()];
      await jobs.ruleOut(never);
      await jobs.admit(deleted, LEASE_MS);
      await jobs.delete(customerId, deleted.jobId);
      for (const given of [never, deleted]) {
        expect(await jobs.admit(given, LEASE_MS)).toEqual({ kind: "gone" });
        expect(await jobs.find(given.jobId)).toBeUndefined();
        expect(await jobs.admitted(given.jobId)).toBeUndefined();
        expect(await jobs.delete(customerId, given.jobId)).toBe(false);
      }
      const next = await jobs.admit(admission(limitOf(1)), LEASE_MS);
      expect(next).toEqual({ kind: "quota_exceeded", used: 1 });
    });

    test("When a job is admitted, then its id cannot be ruled out", async () => {
      const given = admission();
      await jobs.admit(given, LEASE_MS);
      await jobs.ruleOut(given);
      expect((await jobs.find(given.jobId))?.state).toBe("admitted");
    });

    test("When a job is finished twice, then the first answer stays and its events are stored once", async () => {
      const given = admission();
      const { jobId } = given;
      const event = { ...testEvent(), ...about(jobId) };
      await jobs.admit(given, LEASE_MS);
      const end = { jobId, state: "failed", answer: Buffer.from("one"), events: [event] } as const;
      expect(await jobs.finish(end)).toBe(true);
      const later = { ...testEvent(), ...about(jobId) };
      const second = { ...end, state: "completed", answer: Buffer.from("two"), events: [later] };
      expect(await jobs.finish({ ...second, state: "completed" })).toBe(false);
      const job = await jobs.find(jobId);
      expect(job?.state).toBe("failed");
      expect(Buffer.from(job?.answer ?? []).toString()).toBe("one");
      expect(await opened.eventsOf(jobId)).toEqual([event]);
    });

    test("When finish gives a job back to the quota, then another job is admitted, and a second finish does not give the job back again", async () => {
      const one = limitOf(1);
      const { jobId } = await admitted(one);
      const end = { jobId, state: "failed", answer: Buffer.from("one"), events: [] } as const;
      expect(await jobs.finish({ ...end, givesBack: "always" })).toBe(true);
      await admitted(one);
      expect(await jobs.finish({ ...end, givesBack: "always" })).toBe(false);
      expect(await jobs.admit(admission(one), LEASE_MS)).toEqual({
        kind: "quota_exceeded",
        used: 1,
      });
    });

    test("When several jobs are given back at once, then each is subtracted from the count", async () => {
      const given = await Promise.all([1, 2, 3].map(() => admitted(limitOf(9))));
      const end = { state: "failed", answer: Buffer.from("one"), events: [] } as const;
      await Promise.all(
        given.map(({ jobId }) => jobs.finish({ ...end, jobId, givesBack: "always" })),
      );
      await admitted(limitOf(9));
      expect(await jobs.admit(admission(limitOf(1)), LEASE_MS)).toEqual({
        ...{ kind: "quota_exceeded", used: 1 },
      });
    });

    test("When a job ends with givesBack if_unsent and its message may have been sent, then it stays counted", async () => {
      const { jobId } = await admitted(limitOf(1));
      const end = { jobId, state: "failed", answer: Buffer.from("one"), events: [] } as const;
      expect(await jobs.finish({ ...end, givesBack: "if_unsent" })).toBe(true);
      const next = await jobs.admit(admission(limitOf(1)), LEASE_MS);
      expect(next).toEqual({ kind: "quota_exceeded", used: 1 });
    });

    test("When an earlier version admitted the job, then the event of a late result has no subject", async () => {
      const { subject: _none, ...facts } = admission().facts;
      const { jobId } = await admitted({ facts });
      const answer = Buffer.from("one");
      await jobs.finish({ jobId, state: "failed", answer, events: [] });
      await jobs.recordLate(jobId, randomBytes(32), about(jobId));
      const events = await opened.eventsOf(jobId);
      expect(events.map((event) => Object.keys(event).includes("subject"))).toEqual([false]);
    });

    test("When a result arrives after the final state, then it is recorded as late once, unless it is the result that finished the job", async () => {
      const given = admission();
      const { jobId } = given;
      const [first, second, third] = [randomBytes(32), randomBytes(32), randomBytes(32)];
      await jobs.admit(given, LEASE_MS);
      expect(await jobs.recordLate(jobId, second, about(jobId))).toBe(false);
      await jobs.finish({
        jobId,
        state: "completed",
        answer: Buffer.from("one"),
        events: [],
        digest: first,
      });
      for (const [digest, recorded] of [
        [first, false],
        [second, true],
        [third, false],
      ] as const)
        expect(await jobs.recordLate(jobId, digest, about(jobId))).toBe(recorded);
      expect(await opened.eventsOf(jobId)).toHaveLength(1);
      await jobs.delete(customerId, jobId);
      expect(await jobs.recordLate(jobId, third, about(jobId))).toBe(false);
    });

    test("When a failure that is not final is stored, then only the end of the job at its deadline changes", async () => {
      const past = { deadline: new Date(0) };
      const [given, done] = [admission(past), admission(past)];
      for (const each of [given, done]) await jobs.admit(each, LEASE_MS);
      await jobs.finish({
        jobId: done.jobId,
        state: "completed",
        answer: Buffer.from("one"),
        events: [],
      });
      for (const { jobId } of [given, done]) await jobs.keepFailure(jobId, EXHAUSTED);
      expect(await jobs.find(given.jobId)).toMatchObject({ state: "admitted", answer: undefined });
      expect((await jobs.find(done.jobId))?.state).toBe("completed");
      expect(await jobs.overdue(new Date(1), 10)).toEqual([
        { jobId: given.jobId, interimFailure: EXHAUSTED },
      ]);
      await jobs.delete(customerId, given.jobId);
    });

    test("Jobs without a final state are overdue when their deadline has passed", async () => {
      const [late, inTime] = [admission({ deadline: new Date(10) }), admission()];
      for (const each of [late, inTime]) await jobs.admit(each, LEASE_MS);
      expect(await jobs.overdue(new Date(10), 10)).toEqual([]);
      expect(await jobs.overdue(new Date(11), 10)).toEqual([
        { jobId: late.jobId, interimFailure: undefined },
      ]);
      await jobs.delete(customerId, late.jobId);
    });

    test("When the maps of some jobs are dropped, then the maps of other jobs stay", async () => {
      const [first, second] = [admission(), admission()];
      for (const given of [first, second]) await jobs.admit(given, LEASE_MS);
      await jobs.dropMaps([first.jobId]);
      expect((await jobs.find(first.jobId))?.relinkMap).toBeUndefined();
      expect((await jobs.find(second.jobId))?.relinkMap).toBeDefined();
    });

    test("When a customer tries to delete another customer's job, then the job is not deleted", async () => {
      const given = admission();
      await jobs.admit(given, LEASE_MS);
      expect(await jobs.delete(await opened.customer(), given.jobId)).toBe(false);
      expect(await jobs.delete(customerId, given.jobId)).toBe(true);
      expect(await jobs.find(given.jobId)).toBeUndefined();
    });
  });
}
