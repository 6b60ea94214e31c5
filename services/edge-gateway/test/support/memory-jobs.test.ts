import { randomUUID } from "node:crypto";
import { describeJobs } from "../../src/adapters/jobs.contract.ts";
import type { CustomerId } from "../../src/domain/accounts/caller.ts";
import { createMemoryJobs } from "./memory-jobs.ts";

describeJobs("memory", async () => {
  const { jobs, ends } = createMemoryJobs();
  return {
    jobs,
    customer: async () => `cus_${randomUUID()}` as CustomerId,
    eventsOf: async (jobId) => ends.filter(({ payload }) => payload.job_id === jobId),
  };
});
