import type { JobFacts } from "../domain/pipeline/job-facts.ts";
import type { Jobs } from "../ports/pipeline.ts";

/** A few kB each; of more jobs in flight the database is asked. */
const MOST = 4_096;

/** Remembers the facts of the jobs that it admitted until they end: the database need not be asked for them. */
export function rememberedFacts(jobs: Jobs, most = MOST): Jobs {
  const known = new Map<string, JobFacts>();
  return {
    ...jobs,
    async admit(admission, leaseMs) {
      const outcome = await jobs.admit(admission, leaseMs);
      if (outcome.kind === "admitted" && known.size < most)
        known.set(admission.jobId, admission.facts);
      return outcome;
    },
    factsOf: async (jobId) => known.get(jobId) ?? (await jobs.factsOf(jobId)),
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
