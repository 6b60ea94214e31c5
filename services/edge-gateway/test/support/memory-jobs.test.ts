import { randomUUID } from "node:crypto";
import type { CustomerId } from "../../src/modules/accounts/keys/caller.ts";
import { describeUsage } from "../../src/modules/accounts/limits/usage.contract.ts";
import { describeCallCounts } from "../../src/modules/calls/direct/call-counts.contract.ts";
import type { Jobs } from "../../src/modules/calls/native/ports.ts";
import { withJobCache } from "../../src/modules/calls/native/results/job-cache.ts";
import { describeJobs } from "../../src/modules/calls/native/results/jobs.contract.ts";
import { testAdmission } from "./admission.ts";
import { createMemoryJobs } from "./memory-jobs.ts";

const customer = async () => `cus_${randomUUID()}` as CustomerId;
const open = (wrap: (jobs: Jobs) => Jobs) => async () => {
  const { jobs, ends, age } = createMemoryJobs();
  return {
    jobs: wrap(jobs),
    customer,
    eventsOf: async (jobId: string) => ends.filter(({ payload }) => payload.job_id === jobId),
    age: async (jobId: string) => age(jobId),
  };
};

describeJobs(
  "memory",
  open((jobs) => jobs),
);
describeJobs("memory, with remembered jobs", open(withJobCache));

describeCallCounts("memory", async () => {
  const { callCounts, usage, counted, returned } = createMemoryJobs();
  const stored = async () =>
    [...counted, ...returned].flatMap(({ events }) => events.map((one) => one.event_id));
  return { counts: callCounts, usage, customer, stored };
});

describeUsage("memory", async () => {
  const { jobs, usage } = createMemoryJobs();
  return {
    usage,
    customer,
    admit: (customerId, limitClass) =>
      jobs.admit(testAdmission({ customerId, quota: { limitClass, limit: 9 } }), 1_000),
  };
});
