import { LRUCache } from "lru-cache";
import type { AdmittedRecord, Jobs } from "../ports.ts";

/** A few kB each; jobs beyond it are read from the database. */
const MOST = 4_096;
/** Longer maps are read from the database. */
const MAX_MAP_BYTES = 64 * 1024;

/**
 * Remembers jobs from admission to end, so that the database need not be read. Another replica may
 * end a job, so the oldest are dropped.
 */
export function withJobCache(jobs: Jobs, most = MOST): Jobs {
  const known = new LRUCache<string, AdmittedRecord>({ max: most });
  return {
    ...jobs,
    async admit(admission, leaseMs) {
      const outcome = await jobs.admit(admission, leaseMs);
      const { jobId, requestId, customerId, facts, relinkMap, certificateDraft } = admission;
      if (outcome.kind === "admitted" && relinkMap.length <= MAX_MAP_BYTES)
        known.set(jobId, { requestId, customerId, facts, relinkMap, certificateDraft });
      return outcome;
    },
    admitted: async (jobId) => known.get(jobId) ?? (await jobs.admitted(jobId)),
    async finish(ending) {
      const isFirst = await jobs.finish(ending);
      known.delete(ending.jobId);
      return isFirst;
    },
    async delete(customerId, jobId) {
      known.delete(jobId);
      return await jobs.delete(customerId, jobId);
    },
  };
}
