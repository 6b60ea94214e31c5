import { expect, test } from "@jest/globals";
import { createWorkerSlots } from "../../../../platform/worker-slots.ts";
import type { CustomerId } from "../../../accounts/keys/caller.ts";
import { createMemoryWakeUps } from "../results/memory-wake-ups.ts";
import { createJobsAtWorker } from "./jobs-at-worker.ts";

const jobOf = (jobId: string) => ({
  jobId,
  customerId: `cus_${jobId.slice(0, 1)}` as CustomerId,
  expiresAt: new Date(Date.now() + 60_000),
});

test("When a job must wait after a claim was made and before it returned, then a newer one of its customer waits behind it", () => {
  let freed = 0;
  const jobs = createJobsAtWorker({
    slots: createWorkerSlots({ all: 1, own: 1 }),
    wakeUps: createMemoryWakeUps(),
    outbox: { unfinished: async (jobIds) => jobIds },
    onFree: () => {
      freed++;
    },
  });
  const room = jobs.room();
  if (room === undefined) throw new Error("There is no room");
  expect([jobs.begin(jobOf("y1"), "new"), jobs.begin(jobOf("x1"), "new")]).toEqual([true, false]);
  jobs.claimed([], room, true);
  jobs.end("y1");
  expect(freed).toBe(1);
  expect(jobs.begin(jobOf("x2"), "new")).toBe(false);
  expect(jobs.begin(jobOf("x1"), "oldest")).toBe(true);
});
