import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "@veil/service-kit/telemetry";
import { type JobTransport, NotSentError } from "@veil/transport/jobs";
import { createPeriodicTask } from "../../../../platform/periodic-task.ts";
import type { JobOutbox, OutboxJob } from "../ports.ts";
import { createJobsAtWorker, type JobsAtWorkerDeps } from "./jobs-at-worker.ts";

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
 * Sends admitted jobs to the transport, as many as their customers have slots of the worker: at
 * once, and again until the transport has taken them. The others wait in the outbox, where
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
      await outbox.release(jobId, { delivered, delayMs: delivered ? 0 : INTERVAL_MS });
    }
  }

  function begin(job: OutboxJob, age: "new" | "oldest"): void {
    const { jobId } = job;
    if (inFlight.has(jobId) || taken.has(jobId)) return;
    const handling = atWorker.begin(job, age)
      ? send(job)
      : outbox.release(jobId, { delivered: false, delayMs: 0 });
    const ended = handling
      // The lease expires, and the row is claimed again.
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
      // Exchanges in flight may end; longer ones are given up.
      await Promise.race([Promise.all(inFlight.values()), sleep(STOP_MS)]);
      await taken.stop();
    },
  };
}

/** Jobs that the transport has taken; their rows still exist and must not be claimed again. */
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
