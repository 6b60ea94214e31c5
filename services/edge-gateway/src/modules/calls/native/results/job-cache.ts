import { LRUCache } from "lru-cache";
import type { AdmittedRecord, Jobs } from "../ports.ts";

/** The maximum number of cached jobs, each a few kB. Other jobs are read from the database. */
const MOST = 4_096;
/** Jobs with a longer re-link map are not cached. */
const MAX_MAP_BYTES = 64 * 1024;

/**
 * Caches jobs from their admission to their end, to avoid reads from the database. The oldest jobs
 * are evicted, because another replica may have ended them.
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
