import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "@veil/telemetry";
import { type JobTransport, NotSentError } from "@veil/transport/jobs";
import { createPeriodicTask } from "../../../background/periodic-task.ts";
import type { JobOutbox, OutboxJob } from "../ports.ts";

interface RelayDeps {
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

const TURN_MS = 500;
const CLAIM_AT_ONCE = 50;
const BATCH_MS = 250;
const STOP_MS = 300;

/** Sends admitted jobs to the transport: at once, and again until the transport has taken them. */
export function createJobRelay({ outbox, transport, log, leaseMs }: RelayDeps): JobRelay {
  const inFlight = new Map<string, Promise<void>>();
  /** The transport has them; their rows are not deleted yet and must not be claimed again. */
  const taken = new Set<string>();
  const onError = (error: unknown) => log.error("outbox_unavailable", { error });
  const forgetting = createPeriodicTask(
    { intervalMs: TURN_MS, batchMs: BATCH_MS, onError },
    forgetTaken,
  );
  let renewedAt = performance.now();

  async function send(job: OutboxJob): Promise<void> {
    const { jobId, message, deliveries, expiresAt } = job;
    try {
      await transport.send({ jobId, message, priorDeliveries: deliveries - 1, expiresAt });
      taken.add(jobId);
      forgetting.trigger();
    } catch (error) {
      const delivered = !(error instanceof NotSentError);
      log.warn("job_not_sent", { job_id: jobId, attempt: deliveries, error });
      await outbox.release(jobId, { delivered, delayMs: delivered ? 0 : TURN_MS });
    }
  }

  async function forgetTaken(): Promise<void> {
    const jobIds = [...taken];
    if (jobIds.length === 0) return;
    await outbox.sent(jobIds);
    for (const jobId of jobIds) taken.delete(jobId);
  }

  function dispatch(job: OutboxJob): void {
    if (inFlight.has(job.jobId) || taken.has(job.jobId)) return;
    const sending = send(job)
      // The lease expires, and the row is claimed again.
      .catch((error: unknown) => log.error("outbox_unavailable", { job_id: job.jobId, error }))
      .finally(() => inFlight.delete(job.jobId));
    inFlight.set(job.jobId, sending);
  }

  async function turn(): Promise<void> {
    const held = [...inFlight.keys(), ...taken];
    if (held.length > 0 && performance.now() - renewedAt > leaseMs / 3) {
      renewedAt = performance.now();
      await outbox.renew(held, leaseMs);
    }
    if (transport.state() === "down") return;
    for (const job of await outbox.claim(CLAIM_AT_ONCE, leaseMs)) dispatch(job);
  }

  const loop = createPeriodicTask({ intervalMs: TURN_MS, onError }, turn);
  return {
    dispatch,
    start() {
      forgetting.start();
      loop.start();
    },
    async stop() {
      await loop.stop();
      // Exchanges in flight may end; longer ones are given up.
      await Promise.race([Promise.all(inFlight.values()), sleep(STOP_MS)]);
      await forgetting.stop();
      await forgetTaken().catch(onError);
    },
  };
}
