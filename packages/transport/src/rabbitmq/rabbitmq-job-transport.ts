import type { Clock } from "@veil/contracts/clock";
import type { Logger } from "@veil/service-kit/telemetry";
import { type JobTransport, NotSentError } from "../job-ports.ts";
import { type Consumer, createConsumer } from "./consumer.ts";
import { JOBS, RESULTS } from "./names.ts";
import { PRIOR_DELIVERIES } from "./prior-deliveries.ts";
import { createPublisher } from "./publisher.ts";

interface RabbitmqJobTransportOptions {
  readonly url: string;
  readonly log: Logger;
  readonly consumers?: number;
  readonly nowMs?: Clock;
}

const STOP_GRACE_MS = 2_000;

/**
 * Creates a job transport on RabbitMQ. It uses two connections because on a memory or disk alarm,
 * the broker stops reading from connections that publish, but must still receive acknowledgements
 * of results.
 */
export function createRabbitmqJobTransport(options: RabbitmqJobTransportOptions): JobTransport {
  const { url, log, consumers: prefetch = 32, nowMs = Date.now } = options;
  const publisher = createPublisher({
    url,
    log,
    component: "gateway-jobs",
    exchange: JOBS.exchange,
  });
  let results: Consumer | undefined;

  return {
    state: publisher.state,
    async start(onResult) {
      results = createConsumer({
        url,
        log,
        component: "gateway-results",
        queue: RESULTS.queue,
        prefetch,
        async handle({ text }) {
          await onResult(text);
          return { kind: "ack" };
        },
      });
    },
    async send({ message, priorDeliveries, expiresAt }) {
      const expiresInMs = expiresAt.getTime() - nowMs();
      if (expiresInMs <= 0) throw new NotSentError("The job's deadline has passed");
      const headers = { [PRIOR_DELIVERIES]: priorDeliveries };
      await publisher.publish({ message, headers, expiresInMs: upToWholeSeconds(expiresInMs) });
      return "queued";
    },
    async stop() {
      await Promise.all([results?.stop(STOP_GRACE_MS), publisher.stop(STOP_GRACE_MS)]);
    },
  };
}

/**
 * Rounds up to whole seconds, because milliseconds would disclose the time of sending to the
 * worker.
 */
function upToWholeSeconds(ms: number): number {
  return Math.ceil(ms / 1_000) * 1_000;
}
