import { beforeEach, describe, expect, test } from "@jest/globals";
import { testAdmission } from "../../../../../test/support/admission.ts";
import type { CustomerId } from "../../../accounts/keys/caller.ts";
import type { Admission, ClaimRoom, JobOutbox, Jobs } from "../ports.ts";

interface JobOutboxCase {
  readonly jobs: Jobs;
  readonly outbox: JobOutbox;
  customer(): Promise<CustomerId>;
}

const LEASE_MS = 60_000;
const EACH: ClaimRoom = { of: new Map(), others: 1_000 };

export function describeJobOutbox(name: string, open: () => Promise<JobOutboxCase>): void {
  describe(`${name} fulfills the duties of the jobs' outbox`, () => {
    let jobs: Jobs;
    let outbox: JobOutbox;
    let customerId: CustomerId;
    let newCustomer: () => Promise<CustomerId>;
    beforeEach(async () => {
      const opened = await open();
      ({ jobs, outbox } = opened);
      newCustomer = opened.customer;
      customerId = await newCustomer();
    });
    const claim = (limit: number, room: ClaimRoom = EACH) => outbox.claim(limit, LEASE_MS, room);
    const admitted = async (leaseMs: number, change: Partial<Admission> = {}) => {
      const quota = { limitClass: "standard", limit: 10 } as const;
      const given = testAdmission({ customerId, events: [], quota, ...change });
      await jobs.admit(given, leaseMs);
      return given;
    };

    test("A job belongs to the replica that admitted it until the lease expires, then to one claimant with a higher delivery count", async () => {
      const { jobId, deadline } = await admitted(LEASE_MS);
      expect(await claim(10)).toEqual([]);
      await outbox.release([jobId], { delivered: true, delayMs: -1 });
      const claims = await Promise.all([claim(10), claim(10)]);
      expect(claims.flat()).toEqual([
        { jobId, customerId, message: "sealed job", deliveries: 2, expiresAt: deadline },
      ]);
    });

    test("When a row is released as not delivered, then that send is not counted as a delivery", async () => {
      const { jobId } = await admitted(LEASE_MS);
      await outbox.release([jobId], { delivered: false, delayMs: -1 });
      expect((await claim(10))[0]?.deliveries).toBe(1);
    });

    test("When a job that was never delivered ends, then it is given back to the quota; when a job that may have been delivered ends, then it stays counted", async () => {
      const [unsent, sent] = [await admitted(LEASE_MS), await admitted(LEASE_MS)];
      const end = { state: "failed", answer: Buffer.from("one"), events: [] } as const;
      for (const { jobId } of [unsent, sent]) {
        await outbox.release([jobId], { delivered: jobId === sent.jobId, delayMs: LEASE_MS });
        await jobs.finish({ ...end, jobId, givesBack: "if_unsent" });
      }
      const quota = { limitClass: "standard", limit: 1 } as const;
      const next = testAdmission({ customerId, events: [], quota });
      expect(await jobs.admit(next, LEASE_MS)).toEqual({ kind: "quota_exceeded", used: 1 });
    });

    test("A claim returns no more jobs than requested, and none whose deadline has passed", async () => {
      await admitted(-1, { deadline: new Date(Date.now() - 1_000) });
      for (let count = 0; count < 3; count++) await admitted(-1);
      expect(await claim(2)).toHaveLength(2);
      expect(await claim(2)).toHaveLength(1);
    });

    test("When the lease of a job was renewed or its row was sent, then the job is not claimed", async () => {
      const [renewed, sent] = [await admitted(-1), await admitted(-1)];
      await outbox.renew([renewed.jobId], LEASE_MS);
      await outbox.sent([sent.jobId]);
      expect(await claim(10)).toEqual([]);
    });

    test("Customers take turns: the oldest job of each is claimed before the second of any, and no customer gets more jobs than it has slots", async () => {
      const [many, few, none] = [customerId, await newCustomer(), await newCustomer()];
      const owners = [many, many, many, few, none, many];
      for (const owner of owners) await admitted(-1, { customerId: owner });
      const ownersOf = (jobs: readonly { readonly customerId: CustomerId }[]) =>
        jobs.map((job) => job.customerId).sort();
      const room = { of: new Map([[none, 0]]), others: 1_000 };
      expect(ownersOf(await claim(2, room))).toEqual([many, few].sort());
      expect(await claim(10, { of: new Map([[many, 2]]), others: 0 })).toHaveLength(2);
      expect(ownersOf(await claim(10))).toEqual([many, none].sort());
    });

    test("A job is unfinished until it has a final state; a job that was deleted, alone or with its customer, stays unfinished", async () => {
      const [open, finished, deleted, unknown] = [
        await admitted(-1),
        await admitted(-1),
        await admitted(-1),
        testAdmission({ customerId }),
      ];
      const end = { state: "completed", answer: Buffer.from("one"), events: [] } as const;
      await jobs.finish({ jobId: finished.jobId, ...end });
      await jobs.delete(customerId, deleted.jobId);
      const jobIds = [open, finished, deleted, unknown].map(({ jobId }) => jobId);
      const unfinished = [open, deleted, unknown].map(({ jobId }) => jobId);
      expect([...(await outbox.unfinished(jobIds))].sort()).toEqual(unfinished.sort());
    });

    test("When a job is finished or deleted, then its message is deleted", async () => {
      const [finished, deleted] = [await admitted(-1), await admitted(-1)];
      await jobs.finish({
        jobId: finished.jobId,
        state: "completed",
        answer: Buffer.from("one"),
        events: [],
      });
      await jobs.delete(customerId, deleted.jobId);
      expect(await claim(10)).toEqual([]);
    });
  });
}
