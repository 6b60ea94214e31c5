import type { Logger } from "@veil/telemetry";
import { type JobTransport, NotSentError } from "@veil/transport/jobs";
import type { JobOutbox, OutboxJob } from "../ports/pipeline.ts";
import { every } from "./every.ts";
import { gather } from "./gather.ts";

interface RelayDeps {
  readonly outbox: JobOutbox;
  readonly transport: JobTransport;
  readonly log: Logger;
  /** How long a row stays this replica's without renewal. */
  readonly leaseMs: number;
}

export interface JobRelay {
  /** Sends a job that this replica has just admitted, under the lease that admission took. */
  dispatch(job: OutboxJob): void;
  stop(): Promise<void>;
}

const TURN_MS = 500;
const CLAIM_AT_ONCE = 50;
/** Rows of jobs that were taken over go together. */
const GATHER_MS = 25;

/** Brings admitted jobs to the transport: at once, and again until somebody else is responsible. */
export function startJobRelay({ outbox, transport, log, leaseMs }: RelayDeps): JobRelay {
  const inFlight = new Map<string, Promise<void>>();
  const onError = (error: unknown) => log.error("outbox_unavailable", { error });
  const sent = gather({ gatherMs: GATHER_MS, onError }, outbox.sent);
  let renewedAt = performance.now();

  async function send(job: OutboxJob): Promise<void> {
    const { jobId, message, deliveries, expiresAt } = job;
    try {
      await transport.send({ jobId, message, priorDeliveries: deliveries - 1, expiresAt });
      sent.add(jobId);
    } catch (error) {
      const delivered = !(error instanceof NotSentError);
      log.warn("job_not_sent", { job_id: jobId, attempt: deliveries, error });
      await outbox.release(jobId, { delivered, delayMs: delivered ? 0 : TURN_MS });
    }
  }

  function dispatch(job: OutboxJob): void {
    if (inFlight.has(job.jobId)) return;
    const sending = send(job)
      // The row's lease runs out, and it is claimed again.
      .catch((error: unknown) => log.error("outbox_unavailable", { job_id: job.jobId, error }))
      .finally(() => inFlight.delete(job.jobId));
    inFlight.set(job.jobId, sending);
  }

  async function turn(): Promise<void> {
    if (inFlight.size > 0 && performance.now() - renewedAt > leaseMs / 3) {
      renewedAt = performance.now();
      await outbox.renew([...inFlight.keys()], leaseMs);
    }
    if (transport.state() === "down") return;
    for (const job of await outbox.claim(CLAIM_AT_ONCE, leaseMs)) dispatch(job);
  }

  const loop = every({ intervalMs: TURN_MS, onError }, turn);
  return {
    dispatch,
    async stop() {
      await loop.stop();
      await sent.stop();
    },
  };
}
