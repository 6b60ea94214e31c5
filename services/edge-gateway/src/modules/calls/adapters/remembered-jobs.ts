import { LRUCache } from "lru-cache";
import type { AdmittedParts, Jobs } from "../ports.ts";

/** A few kB each; of more jobs in flight the database is asked. */
const MOST = 4_096;
/** Of maps of many findings the database is asked too. */
const MAX_MAP_BYTES = 64 * 1024;

/** Remembers what it admitted until it ends: the database need not be asked for it. Another replica may end it: the oldest goes. */
export function rememberedJobs(jobs: Jobs, most = MOST): Jobs {
  const known = new LRUCache<string, AdmittedParts>({ max: most });
  return {
    ...jobs,
    async admit(admission, leaseMs) {
      const outcome = await jobs.admit(admission, leaseMs);
      const { jobId, customerId, facts, relinkMap } = admission;
      if (outcome.kind === "admitted" && relinkMap.length <= MAX_MAP_BYTES)
        known.set(jobId, { customerId, facts, relinkMap });
      return outcome;
    },
    admitted: async (jobId) => known.get(jobId) ?? (await jobs.admitted(jobId)),
    async finish(jobId, ...given) {
      const isFirst = await jobs.finish(jobId, ...given);
      known.delete(jobId);
      return isFirst;
    },
    async delete(customerId, jobId) {
      known.delete(jobId);
      return await jobs.delete(customerId, jobId);
    },
  };
}
