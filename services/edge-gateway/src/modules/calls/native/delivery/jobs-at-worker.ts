import type { FairQueue } from "../../../../platform/fair-queue.ts";
import type { CustomerId } from "../../../accounts/index.ts";
import type { ClaimRoom, JobOutbox, OutboxJob, WakeUps } from "../ports.ts";
import { ANSWER_GRACE_MS } from "./overdue-jobs.ts";

export interface JobsAtWorkerDeps {
  readonly slots: Pick<FairQueue, "tryEnter" | "room">;
  readonly wakeUps: Pick<WakeUps, "subscribe">;
  readonly outbox: Pick<JobOutbox, "unfinished">;
  /** Called when a slot is free and a job waits for one. */
  readonly onFree: () => void;
}

type Named = Pick<OutboxJob, "jobId" | "customerId" | "expiresAt">;

interface HeldSlot extends Named {
  readonly end: () => void;
}

/**
 * Jobs that hold a slot of the worker, from their sending until they have an answer or turn out not
 * to be sent. Nothing takes a deleted job back from the worker, so it holds its slot until it has
 * an answer or its deadline passes.
 */
export interface JobsAtWorker {
  /**
   * A `new` job must not pass an older one of its customer that waits in the outbox.
   * @returns false when it has to wait there
   */
  begin(job: Named, age: "new" | "oldest"): boolean;
  end(jobId: string): void;
  /** Returns for how many jobs there is room; undefined if for none. */
  room(): ClaimRoom | undefined;
  /** Records the jobs claimed within a room; `isAll` if no other row was due. */
  claimed(jobs: readonly Named[], room: ClaimRoom, isAll: boolean): void;
  /** Frees the slots of jobs that have ended, because wake-ups may be lost. */
  endFinished(): Promise<void>;
}

export function createJobsAtWorker({
  slots,
  wakeUps,
  outbox,
  onFree,
}: JobsAtWorkerDeps): JobsAtWorker {
  const held = new Map<string, HeldSlot>();
  /** Customers whose jobs wait, with the number of claims that had begun when the last one came. */
  const waiting = new Map<CustomerId, number>();
  let claims = 0;
  const end = (jobId: string) => held.get(jobId)?.end();

  function tryBegin({ jobId, customerId, expiresAt }: Named): boolean {
    if (held.has(jobId)) return true;
    const leave = slots.tryEnter({ owner: customerId, bytes: 0 });
    if (leave === undefined) return false;
    const unsubscribe = wakeUps.subscribe(jobId, () => end(jobId));
    held.set(jobId, {
      ...{ jobId, customerId, expiresAt },
      end() {
        held.delete(jobId);
        unsubscribe();
        leave();
        if (waiting.size > 0) onFree();
      },
    });
    return true;
  }

  return {
    begin(job, age) {
      const { customerId } = job;
      const begun = (age === "oldest" || !waiting.has(customerId)) && tryBegin(job);
      if (!begun) waiting.set(customerId, claims);
      return begun;
    },
    end,
    room() {
      claims += 1;
      const customers = new Set([...held.values()].map(({ customerId }) => customerId));
      const of = new Map([...customers].map((customer) => [customer, slots.room(customer)]));
      const others = slots.room("");
      return Math.max(others, ...of.values()) > 0 ? { of, others } : undefined;
    },
    claimed(jobs, { of, others }, isAll) {
      for (const [customer, since] of isAll ? waiting : []) {
        const own = jobs.filter(({ customerId }) => customerId === customer).length;
        if (since < claims && own < (of.get(customer) ?? others)) waiting.delete(customer);
      }
    },
    async endFinished() {
      if (held.size === 0) return;
      // Other jobs may begin meanwhile.
      const begun = [...held.values()];
      const unfinished = new Set(await outbox.unfinished([...held.keys()]));
      const isOverdue = ({ expiresAt }: Named) =>
        expiresAt.getTime() + ANSWER_GRACE_MS < Date.now();
      for (const job of begun) if (!unfinished.has(job.jobId) || isOverdue(job)) end(job.jobId);
    },
  };
}
