import { beforeEach, describe, expect, test } from "@jest/globals";
import { testAdmission } from "../../../../test/support/admission.ts";
import type { CustomerId } from "../../accounts/domain/caller.ts";
import type { Admission, JobOutbox, Jobs } from "../ports.ts";

interface JobOutboxCase {
  readonly jobs: Jobs;
  readonly outbox: JobOutbox;
  customer(): Promise<CustomerId>;
}

const LEASE_MS = 60_000;

export function describeJobOutbox(name: string, open: () => Promise<JobOutboxCase>): void {
  describe(`${name} keeps the duties of the jobs' outbox`, () => {
    let jobs: Jobs;
    let outbox: JobOutbox;
    let customerId: CustomerId;
    beforeEach(async () => {
      const opened = await open();
      ({ jobs, outbox } = opened);
      customerId = await opened.customer();
    });
    const admitted = async (leaseMs: number, change: Partial<Admission> = {}) => {
      const quota = { limitClass: "standard", limit: 10 } as const;
      const given = testAdmission({ customerId, events: [], quota, ...change });
      await jobs.admit(given, leaseMs);
      return given;
    };

    test("A job is its admitter's until the lease ends, then one claimant's alone, with a higher delivery count", async () => {
      const { jobId, deadline } = await admitted(LEASE_MS);
      expect(await outbox.claim(10, LEASE_MS)).toEqual([]);
      await outbox.release(jobId, { delivered: true, delayMs: -1 });
      const claims = await Promise.all([outbox.claim(10, LEASE_MS), outbox.claim(10, LEASE_MS)]);
      expect(claims.flat()).toEqual([
        { jobId, message: "sealed job", deliveries: 2, expiresAt: deadline },
      ]);
    });

    test("When nothing was delivered, then the send does not count", async () => {
      const { jobId } = await admitted(LEASE_MS);
      await outbox.release(jobId, { delivered: false, delayMs: -1 });
      expect((await outbox.claim(10, LEASE_MS))[0]?.deliveries).toBe(1);
    });

    test("When nothing was delivered until a job's end, then it is given back; when a send may have been, then it stays counted", async () => {
      const [unsent, sent] = [await admitted(LEASE_MS), await admitted(LEASE_MS)];
      const end = { state: "failed", answer: Buffer.from("one"), events: [] } as const;
      for (const { jobId } of [unsent, sent]) {
        await outbox.release(jobId, { delivered: jobId === sent.jobId, delayMs: LEASE_MS });
        await jobs.finish({ ...end, jobId, givesBack: "if_unsent" });
      }
      const quota = { limitClass: "standard", limit: 1 } as const;
      const next = testAdmission({ customerId, events: [], quota });
      expect(await jobs.admit(next, LEASE_MS)).toEqual({ kind: "quota_exceeded", used: 1 });
    });

    test("No more are claimed than asked for, and none that is past its deadline", async () => {
      await admitted(-1, { deadline: new Date(Date.now() - 1_000) });
      for (let count = 0; count < 3; count++) await admitted(-1);
      expect(await outbox.claim(2, LEASE_MS)).toHaveLength(2);
      expect(await outbox.claim(2, LEASE_MS)).toHaveLength(1);
    });

    test("When a lease is renewed, or the row was sent, then the job is not claimed", async () => {
      const [renewed, sent] = [await admitted(-1), await admitted(-1)];
      await outbox.renew([renewed.jobId], LEASE_MS);
      await outbox.sent([sent.jobId]);
      expect(await outbox.claim(10, LEASE_MS)).toEqual([]);
    });

    test("When a job is finished or deleted, then its message goes", async () => {
      const [finished, deleted] = [await admitted(-1), await admitted(-1)];
      await jobs.finish({
        jobId: finished.jobId,
        state: "completed",
        answer: Buffer.from("one"),
        events: [],
      });
      await jobs.delete(customerId, deleted.jobId);
      expect(await outbox.claim(10, LEASE_MS)).toEqual([]);
    });
  });
}
