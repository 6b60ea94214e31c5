import pLimit from "p-limit";
import type { AdmissionOutcome, Jobs } from "../ports.ts";
import { createBatcher } from "./batcher.ts";
import { fairAdmissions, type LeasedAdmission } from "./fair-admissions.ts";

export interface Finishing {
  readonly jobId: string;
  readonly state: Parameters<Jobs["finish"]>[1];
  readonly answer: Uint8Array;
  readonly events: Parameters<Jobs["finish"]>[3];
  readonly digest: Uint8Array | undefined;
}

export interface JobsInBatches extends Jobs {
  /** All of one customer. Each is admitted or refused as by `admit`. */
  admitTogether(given: readonly LeasedAdmission[]): Promise<readonly AdmissionOutcome[]>;
  /** Each of another job. Each ends as by `finish`. */
  finishTogether(given: readonly Finishing[]): Promise<readonly boolean[]>;
}

const FINISHING_AT_ONCE = 2;
const MAX_BATCH = { items: 32, bytes: 256 * 1024 } as const;

/** Under load, several calls share one statement and one commit. */
export function batchedJobs(jobs: JobsInBatches, connections: number): Jobs {
  const finishing = createBatcher({
    run: jobs.finishTogether,
    keyOf: ({ jobId }: Finishing) => jobId,
    bytesOf: ({ answer }) => answer.length,
    turn: pLimit(FINISHING_AT_ONCE),
    max: MAX_BATCH,
  });
  return {
    ...jobs,
    admit: fairAdmissions(jobs.admitTogether, connections),
    finish: (jobId, state, answer, events, digest) =>
      finishing.add({ jobId, state, answer, events, digest }),
  };
}
