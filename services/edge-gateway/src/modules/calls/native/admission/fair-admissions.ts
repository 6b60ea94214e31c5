import { type Batcher, type BatcherOptions, createBatcher } from "../../../../platform/batcher.ts";
import { busy, FairQueue, tooManyWaiting, WAITING_CALLS } from "../../../../platform/fair-queue.ts";
import type { CustomerId } from "../../../accounts/index.ts";
import type { Admission, AdmissionOutcome } from "../ports.ts";

const MAX_WAIT_MS = 10_000;
const MAX_BATCH = { items: 32, bytes: 256 * 1024 } as const;

export interface LeasedAdmission {
  readonly admission: Admission;
  readonly leaseMs: number;
}

type CustomerBatcher = Batcher<LeasedAdmission, AdmissionOutcome>;
type AdmitJobs = BatcherOptions<LeasedAdmission, AdmissionOutcome>["run"];

/**
 * Admissions of one customer lock one row, so those that arrive while two batches of the customer
 * are in flight form the next one. Half of the pool's connections stay free for other work;
 * customers take turns for the rest.
 */
export function fairAdmissions(admitJobs: AdmitJobs, connections: number) {
  const part = (of: number) => Math.max(1, Math.floor(connections / of));
  const queue = new FairQueue({
    inFlight: {
      all: { calls: part(2), bytes: Number.POSITIVE_INFINITY },
      own: { calls: Math.min(2, part(4)), bytes: Number.POSITIVE_INFINITY },
    },
    waiting: WAITING_CALLS,
  });
  const batchers = new Map<CustomerId, CustomerBatcher>();
  let pending = 0;

  function batcherOf(owner: CustomerId): CustomerBatcher {
    const known = batchers.get(owner);
    if (known !== undefined) return known;
    const batcher = createBatcher({
      run: admitJobs,
      keyOf: ({ admission }: LeasedAdmission) => admission.jobId,
      bytesOf: ({ admission }) => admission.message.length + admission.relinkMap.length,
      turn: (work) => queue.run({ owner, bytes: 0, maxWaitMs: MAX_WAIT_MS }, work),
      max: MAX_BATCH,
    });
    batchers.set(owner, batcher);
    return batcher;
  }

  return async function admit(admission: Admission, leaseMs: number): Promise<AdmissionOutcome> {
    const { customerId } = admission;
    const batcher = batcherOf(customerId);
    if (batcher.waiting >= WAITING_CALLS.own.calls) throw tooManyWaiting();
    if (pending >= WAITING_CALLS.all.calls) throw busy();
    pending++;
    try {
      return await batcher.add({ admission, leaseMs });
    } finally {
      pending--;
      // Batches in flight end without it; the next admission creates a new one.
      if (batcher.waiting === 0) batchers.delete(customerId);
    }
  };
}
