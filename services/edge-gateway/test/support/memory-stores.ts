import type { Stores } from "../../src/composition/stores.ts";
import { createMemoryAccounts } from "./memory-accounts.ts";
import { createMemoryIsolationReports } from "./memory-isolation-reports.ts";
import { createMemoryJobs } from "./memory-jobs.ts";
import { createMemoryEventOutbox } from "./memory-outboxes.ts";
import { noDirectory } from "./no-directory.ts";

export function createMemoryStores() {
  const memoryJobs = createMemoryJobs();
  const { jobs, usage, callCounts, outbox: jobOutbox } = memoryJobs;
  const { admissions, ends, records, counted } = memoryJobs;
  const { events, ...accounts } = createMemoryAccounts(memoryJobs);
  const { outbox: eventOutbox, added: refused } = createMemoryEventOutbox();
  const stores: Stores = {
    ...accounts,
    jobs,
    dropMaps: jobs.dropMaps,
    usage,
    directory: noDirectory,
    callCounts,
    jobOutbox,
    eventOutbox,
    isolationReports: createMemoryIsolationReports(),
    isUp: async () => true,
    close: async () => {},
  };
  return { stores, kept: { admissions, ends, records, events, refused, counted } };
}
