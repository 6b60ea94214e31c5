import type { CallCounts } from "../../src/modules/calls/direct/ports.ts";
import type { Jobs } from "../../src/modules/calls/native/ports.ts";
import type { Stores } from "../../src/stores.ts";
import { createMemoryAccounts } from "./memory-accounts.ts";
import { createMemoryCertificates } from "./memory-certificates.ts";
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
  const { certificates, evidence: certificateEvidence } = createMemoryCertificates(
    (all) => void eventOutbox.add(all),
  );
  const finishCertified: Jobs["finish"] = async (ending) => {
    const isFirst = await jobs.finish(ending);
    const customerId = (await jobs.find(ending.jobId))?.customerId;
    if (isFirst && ending.certificate && customerId)
      await certificates.add(customerId, ending.certificate);
    return isFirst;
  };
  const giveBack: CallCounts["giveBack"] = async (call) => {
    await callCounts.giveBack(call);
    await eventOutbox.add(call.events);
  };
  const stores: Stores = {
    ...accounts,
    jobs: { ...jobs, finish: finishCertified },
    dropMaps: jobs.dropMaps,
    usage,
    directory: noDirectory,
    callCounts: { ...callCounts, giveBack },
    jobOutbox,
    eventOutbox,
    isolationReports: createMemoryIsolationReports(),
    certificates,
    certificateEvidence,
    isUp: async () => true,
    close: async () => {},
  };
  return { stores, kept: { admissions, ends, records, events, refused, counted } };
}
