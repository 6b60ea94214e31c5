import { randomUUID } from "node:crypto";
import type { CustomerId } from "../../src/modules/accounts/keys/caller.ts";
import { describeEventOutbox } from "../../src/modules/audit/adapters/event-outbox.contract.ts";
import { describeJobOutbox } from "../../src/modules/calls/native/delivery/job-outbox.contract.ts";
import { createMemoryJobs } from "./memory-jobs.ts";
import { createMemoryEventOutbox } from "./memory-outboxes.ts";

describeEventOutbox("memory", async () => {
  const { outbox, add, count } = createMemoryEventOutbox();
  return { outbox, add: async (events) => add(events), count: async () => count() };
});

describeJobOutbox("memory", async () => ({
  ...createMemoryJobs(),
  customer: async () => `cus_${randomUUID()}` as CustomerId,
}));
