import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "@veil/service-kit/telemetry";
import { type JobTransport, NotSentError } from "@veil/transport/jobs";
import pLimit from "p-limit";
import { createBatcher } from "../../../../platform/batcher.ts";
import type { FairQueue } from "../../../../platform/fair-queue.ts";
import { createPeriodicTask } from "../../../../platform/periodic-task.ts";
import type { CustomerId } from "../../../accounts/index.ts";
import type { ClaimRoom, JobOutbox, OutboxJob, WakeUps } from "../ports.ts";
import { ANSWER_GRACE_MS } from "../results/results.ts";

interface RelayDeps extends Pick<JobsAtWorkerDeps, "slots" | "wakeUps"> {
  readonly outbox: JobOutbox;
  readonly transport: JobTransport;
  readonly log: Logger;
  readonly leaseMs: number;
}

export interface JobRelay {
  dispatch(job: OutboxJob): void;
  start(): void;
  stop(): Promise<void>;
}

const INTERVAL_MS = 500;
const FINISHED_CHECK_MS = 2_000;
const CLAIM_AT_ONCE = 50;
const BATCH_MS = 250;
const STOP_MS = 300;

/**
 * Sends admitted jobs to the transport while their customers have free worker slots. It sends each
 * job at once and retries until the transport has accepted it. Other jobs wait in the outbox, where
 * customers take turns.
 */
export function createJobRelay(deps: RelayDeps): JobRelay {
  const { outbox, transport, log, leaseMs } = deps;
  const inFlight = new Map<string, Promise<void>>();
  const onError = (error: unknown) => log.error("outbox_unavailable", { error });
  const taken = createTakenJobs(outbox, onError);
  const loop = createPeriodicTask({ intervalMs: INTERVAL_MS, onError }, turn);
  const atWorker = createJobsAtWorker({ ...deps, onFree: loop.trigger });
  const checking = { intervalMs: FINISHED_CHECK_MS, onError };
  const finishing = createPeriodicTask(checking, atWorker.endFinished);
  const unsent = createUnsentJobs(outbox);
  let renewedAt = performance.now();

  async function send(job: OutboxJob): Promise<void> {
    const { jobId, message, deliveries, expiresAt } = job;
    const priorDeliveries = deliveries - 1;
    try {
      const outcome = await transport.send({ jobId, message, priorDeliveries, expiresAt });
      if (outcome === "ended") atWorker.end(jobId);
      taken.add(jobId);
    } catch (error) {
      atWorker.end(jobId);
      const delivered = !(error instanceof NotSentError);
      log.warn("job_not_sent", { job_id: jobId, attempt: deliveries, error });
      await outbox.release([jobId], { delivered, delayMs: delivered ? 0 : INTERVAL_MS });
    }
  }

  function begin(job: OutboxJob, age: "new" | "oldest"): void {
    const { jobId } = job;
    if (inFlight.has(jobId) || taken.has(jobId)) return;
    const handling = atWorker.begin(job, age) ? send(job) : unsent.release(jobId);
    const ended = handling
      // If the row could not be released, its lease expires and it is claimed again.
      .catch((error: unknown) => log.error("outbox_unavailable", { job_id: jobId, error }))
      .finally(() => inFlight.delete(jobId));
    inFlight.set(jobId, ended);
  }

  async function turn(): Promise<void> {
    const held = [...inFlight.keys(), ...taken.ids()];
    if (held.length > 0 && performance.now() - renewedAt > leaseMs / 3) {
      renewedAt = performance.now();
      await outbox.renew(held, leaseMs);
    }
    if (transport.state() === "up") await claim();
  }

  async function claim(): Promise<void> {
    const room = atWorker.room();
    if (room === undefined) return;
    // The claim must find every job that was returned to the outbox before it, because `claimed`
    // relies on this.
    await unsent.released();
    const jobs = await outbox.claim(CLAIM_AT_ONCE, leaseMs, room);
    atWorker.claimed(jobs, room, jobs.length < CLAIM_AT_ONCE);
    for (const job of jobs) begin(job, "oldest");
  }

  return {
    dispatch: (job) => begin(job, "new"),
    start() {
      for (const task of [taken, loop, finishing]) task.start();
    },
    async stop() {
      await Promise.all([loop.stop(), finishing.stop()]);
      // Waits for sends in flight, but not longer than STOP_MS.
      await Promise.race([Promise.all(inFlight.values()), sleep(STOP_MS)]);
      await taken.stop();
    },
  };
}

/**
 * Releases the rows of jobs that have to wait. The statements run one after the other, because a
 * claim must not find a row before an older row of the same customer.
 */
function createUnsentJobs(outbox: Pick<JobOutbox, "release">) {
  const batcher = createBatcher<string, void>({
    async run(jobIds) {
      await outbox.release(jobIds, { delivered: false, delayMs: 0 });
      return jobIds.map(() => undefined);
    },
    keyOf: (jobId) => jobId,
    bytesOf: () => 0,
    turn: pLimit(1),
    max: { items: 64, bytes: 0 },
  });
  let last: Promise<void> = Promise.resolve();
  return {
    release(jobId: string): Promise<void> {
      const released = batcher.add(jobId);
      last = released.catch(() => undefined);
      return released;
    },
    /** Resolves when all rows passed so far were released or their release has failed. */
    released: () => last,
  };
}

/**
 * Keeps the jobs that the transport has accepted and whose rows are not deleted yet, because these
 * rows must not be claimed again.
 */
function createTakenJobs(outbox: Pick<JobOutbox, "sent">, onError: (error: unknown) => void) {
  const taken = new Set<string>();
  const intervals = { intervalMs: INTERVAL_MS, batchMs: BATCH_MS, onError };
  const forgetting = createPeriodicTask(intervals, forget);

  async function forget(): Promise<void> {
    const jobIds = [...taken];
    if (jobIds.length === 0) return;
    await outbox.sent(jobIds);
    for (const jobId of jobIds) taken.delete(jobId);
  }

  return {
    has: (jobId: string) => taken.has(jobId),
    ids: () => [...taken],
    add(jobId: string) {
      taken.add(jobId);
      forgetting.trigger();
    },
    start: forgetting.start,
    async stop() {
      await forgetting.stop();
      await forget().catch(onError);
    },
  };
}

interface JobsAtWorkerDeps {
  readonly slots: Pick<FairQueue, "tryEnter" | "room">;
  readonly wakeUps: Pick<WakeUps, "subscribe">;
  readonly outbox: Pick<JobOutbox, "unfinished">;
  /** Called when a slot becomes free and a job is waiting for one. */
  readonly onFree: () => void;
}

type Named = Pick<OutboxJob, "jobId" | "customerId" | "expiresAt">;

interface HeldSlot extends Named {
  readonly end: () => void;
}

/**
 * Keeps track of the jobs that hold a worker slot, from the moment they are sent until they have an
 * answer or sending has failed. A deleted job cannot be withdrawn from the worker, so it holds its
 * slot until it has an answer or its deadline has passed.
 */
export function createJobsAtWorker({ slots, wakeUps, outbox, onFree }: JobsAtWorkerDeps) {
  const held = new Map<string, HeldSlot>();
  /**
   * For each customer with waiting jobs, the number of claims that had begun when the last of these
   * jobs arrived.
   */
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
    /**
     * Gives a job a slot if there is one. A `new` job must not overtake an older job of its
     * customer that waits in the outbox.
     * @returns false if the job has to wait in the outbox
     */
    begin(job: Named, age: "new" | "oldest"): boolean {
      const { customerId } = job;
      const begun = (age === "oldest" || !waiting.has(customerId)) && tryBegin(job);
      if (!begun) waiting.set(customerId, claims);
      return begun;
    },
    end,
    /** Returns how many jobs may be claimed, or undefined if none may. */
    room(): ClaimRoom | undefined {
      claims += 1;
      const customers = new Set([...held.values()].map(({ customerId }) => customerId));
      const of = new Map([...customers].map((customer) => [customer, slots.room(customer)]));
      const others = slots.room("");
      return Math.max(others, ...of.values()) > 0 ? { of, others } : undefined;
    },
    /** Records which jobs a claim returned. `isAll` is true if no other row was due. */
    claimed(jobs: readonly Named[], { of, others }: ClaimRoom, isAll: boolean): void {
      for (const [customer, since] of isAll ? waiting : []) {
        const own = jobs.filter(({ customerId }) => customerId === customer).length;
        if (since < claims && own < (of.get(customer) ?? others)) waiting.delete(customer);
      }
    },
    /** Frees the slots of ended jobs whose wake-ups may have been lost. */
    async endFinished(): Promise<void> {
      if (held.size === 0) return;
      // Taken before the query, because other jobs may begin while it runs.
      const begun = [...held.values()];
      const unfinished = new Set(await outbox.unfinished([...held.keys()]));
      const isOverdue = ({ expiresAt }: Named) =>
        expiresAt.getTime() + ANSWER_GRACE_MS < Date.now();
      for (const job of begun) if (!unfinished.has(job.jobId) || isOverdue(job)) end(job.jobId);
    },
  };
}
