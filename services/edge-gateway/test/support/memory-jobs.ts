import type { Admission, JobEvent, JobRecord, Jobs } from "../../src/ports/pipeline.ts";

/** One process's jobs, and everything that was stored of them. */
export function createMemoryJobs() {
  const records = new Map<string, JobRecord>();
  const admissions: Admission[] = [];
  const ends: JobEvent[] = [];
  const gone = new Set<string>();

  function change(jobId: string, next: Partial<JobRecord>): void {
    const record = records.get(jobId);
    if (record !== undefined) records.set(jobId, { ...record, ...next });
  }

  const jobs: Jobs = {
    async admit(admission) {
      const { jobId, customerId, facts, relinkMap } = admission;
      if (gone.has(jobId)) return { kind: "gone" };
      admissions.push(admission);
      const open = { state: "admitted", answer: undefined, finishedAt: undefined } as const;
      records.set(jobId, { jobId, customerId, facts, relinkMap, ...open });
      return { kind: "admitted", leased: true };
    },
    find: async (jobId) => records.get(jobId),
    ruleOut: async ({ jobId }) => void gone.add(jobId),
    async findIdempotent(customerId, lookup) {
      const same = admissions.find(
        (admission) =>
          admission.customerId === customerId &&
          Buffer.compare(admission.idempotency?.lookup ?? Buffer.of(), lookup) === 0,
      );
      return same?.idempotency && { jobId: same.jobId, bodyHash: same.idempotency.bodyHash };
    },
    async finish(jobId, state, answer, events) {
      if (records.get(jobId)?.state !== "admitted") return false;
      ends.push(...events);
      change(jobId, { state, answer, finishedAt: new Date() });
      return true;
    },
    keepFailure: async () => {},
    recordLate: async () => false,
    async dropMaps(jobIds) {
      for (const jobId of jobIds) change(jobId, { relinkMap: undefined });
    },
    async delete(customerId, jobId) {
      if (records.get(jobId)?.customerId !== customerId) return false;
      gone.add(jobId);
      return records.delete(jobId);
    },
    overdue: async () => [],
  };
  return { jobs, records, admissions, ends };
}
