import { FairQueue, WAITING_CALLS } from "../domain/fair-queue.ts";
import type { Jobs } from "../ports.ts";

const MAX_WAIT_MS = 10_000;

/**
 * Admissions of one customer wait for one row, each with a connection of the pool: a part of it is theirs, or the others
 * would wait for a connection in vain. Half of the pool is left for what is not an admission.
 */
export function fairAdmissions(jobs: Jobs, connections: number): Jobs {
  const part = (of: number) => Math.max(1, Math.floor(connections / of));
  const queue = new FairQueue({
    inFlight: {
      all: { calls: part(2), bytes: Number.POSITIVE_INFINITY },
      // Three quarters of the half: more at once commit together, and the rest is another customer's at once.
      own: { calls: part(8 / 3), bytes: Number.POSITIVE_INFINITY },
    },
    waiting: WAITING_CALLS,
  });
  return {
    ...jobs,
    admit: (admission, leaseMs) =>
      queue.run({ owner: admission.customerId, bytes: 0, maxWaitMs: MAX_WAIT_MS }, () =>
        jobs.admit(admission, leaseMs),
      ),
  };
}
