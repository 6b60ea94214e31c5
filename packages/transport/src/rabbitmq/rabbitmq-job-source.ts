import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "@veil/service-kit/telemetry";
import type { IncomingJob, JobHandler, JobOutcome, JobSource } from "../job-ports.ts";
import { type Consumer, createConsumer } from "./consumer.ts";
import { countIn } from "./delivery.ts";
import { JOBS, RESULTS } from "./names.ts";
import { PRIOR_DELIVERIES } from "./prior-deliveries.ts";
import { createPublisher } from "./publisher.ts";

interface RabbitmqJobSourceOptions {
  readonly url: string;
  readonly concurrency: number;
  readonly log: Logger;
}

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;
const STOP_GRACE_MS = 1_000;

/**
 * Creates a job source on RabbitMQ. It acknowledges a job when the job's result is confirmed. It
 * keeps and resends a result that it cannot send, because requeuing the job would call the provider
 * again.
 */
export function createRabbitmqJobSource(options: RabbitmqJobSourceOptions): JobSource {
  const { url, concurrency, log } = options;
  const publisher = createPublisher({
    url,
    log,
    component: "worker-results",
    exchange: RESULTS.exchange,
  });
  const stopped = new AbortController();
  let jobs: Consumer | undefined;

  async function run(handler: JobHandler, job: IncomingJob): Promise<JobOutcome> {
    try {
      return await handler(job);
    } catch (error) {
      log.warn("job_failed", { attempt: job.attempt, error });
      return { kind: "retry" };
    }
  }

  /**
   * Publishes the message, and retries until it succeeds.
   * @throws Error when the source stops first
   */
  async function sendPersistently(message: string): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2)) {
      try {
        return await publisher.publish({ message });
      } catch (error) {
        log.warn("result_not_sent", { component: "worker-results", error });
        await sleep(pauseMs, undefined, { signal: stopped.signal });
      }
    }
  }

  return {
    state: () => (publisher.state() === "up" && jobs?.state() === "up" ? "up" : "down"),
    async start(handler) {
      jobs = createConsumer({
        url,
        log,
        component: "worker-jobs",
        queue: JOBS.queue,
        prefetch: concurrency,
        async handle({ text, headers, priorDeliveries }) {
          const attempt = countIn(headers, PRIOR_DELIVERIES) + priorDeliveries + 1;
          const outcome = await run(handler, { message: text, attempt });
          if (outcome.kind === "retry") return { kind: "requeue", afterMs: 0 };
          await sendPersistently(outcome.result);
          return { kind: "ack" };
        },
      });
    },
    async stop(graceMs) {
      await jobs?.stop(graceMs);
      stopped.abort();
      await publisher.stop(STOP_GRACE_MS);
    },
  };
}
