import type { Clock } from "@veil/contracts/clock";
import { checked } from "@veil/contracts/parsing";
import {
  createInFlight,
  ServiceCallError,
  type ServiceClient,
  SILENCE_MS,
} from "@veil/service-kit/http";
import type { Logger } from "@veil/service-kit/telemetry";
import {
  type JobTransport,
  NotSentError,
  type OutgoingJob,
  type ResultHandler,
} from "../job-ports.ts";
import { createWaits } from "../waits.ts";
import { JobResponse } from "./bodies.ts";
import { createPeerMonitor } from "./peer-monitor.ts";

interface HttpJobTransportOptions {
  readonly client: ServiceClient;
  readonly log: Logger;
  readonly probeIntervalMs?: number;
  /**
   * After this time without a heartbeat, the transport considers the worker frozen, and `send`
   * rejects.
   */
  readonly silenceMs?: number;
  readonly nowMs?: Clock;
}

/** Extra time for the worker to respond that the deadline has passed. */
const ANSWER_MARGIN_MS = 5_000;
/**
 * Less than the client's number of connections, because additional sends would wait in the client's
 * queue.
 */
const MAX_IN_FLIGHT = 96;
const STOP_GRACE_MS = 2_000;

const parseAnswer = checked(JobResponse);

/**
 * Creates a job transport over HTTP. `POST /jobs` stays open until the worker has the result, and
 * `send` resolves after the result handler has processed it. When the worker asks for another
 * attempt or crashes, `send` rejects. The outbox then sends the job again, with one more prior
 * delivery.
 */
export function createHttpJobTransport(options: HttpJobTransportOptions): JobTransport {
  const { client, log, probeIntervalMs: intervalMs = 1_000, nowMs = Date.now } = options;
  const { silenceMs = SILENCE_MS } = options;
  const monitor = createPeerMonitor({ client, log, component: "job_transport", intervalMs });
  const handling = createInFlight();
  const answers = createWaits<JobResponse>();
  let inFlight = 0;
  let onResult: ResultHandler | undefined;
  let stopped = false;

  function timeoutFor({ expiresAt }: OutgoingJob): number {
    const remainingMs = expiresAt.getTime() - nowMs();
    if (stopped) throw new NotSentError("The transport is stopped");
    if (remainingMs <= 0) throw new NotSentError("The job's deadline has passed");
    if (monitor.state() === "down") throw new NotSentError("The worker cannot be reached");
    if (inFlight >= MAX_IN_FLIGHT) throw new NotSentError("Too many jobs are in flight");
    return remainingMs + ANSWER_MARGIN_MS;
  }

  async function exchange(job: OutgoingJob): Promise<JobResponse> {
    const timeoutMs = timeoutFor(job);
    const body = { message: job.message, attempt: job.priorDeliveries + 1 };
    inFlight += 1;
    try {
      const answer = await client.call({
        path: "/jobs",
        body,
        timeoutMs,
        silenceMs,
        parse: parseAnswer,
      });
      monitor.report();
      return answer;
    } catch (error) {
      monitor.report(error);
      throw error instanceof ServiceCallError && error.isUndelivered
        ? new NotSentError("The worker refused the job", { cause: error })
        : error;
    } finally {
      inFlight -= 1;
    }
  }

  return {
    state: () => (stopped ? "down" : monitor.state()),
    async start(handler) {
      onResult = handler;
      await monitor.firstProbe;
    },
    async send(job) {
      const handler = onResult;
      if (handler === undefined) throw new NotSentError("The transport is not started");
      const answer = await answers.on(exchange(job));
      if (answer.kind === "retry") throw new Error("The attempt has no answer");
      await handling.track(handler(answer.result));
      return "ended";
    },
    async stop() {
      stopped = true;
      monitor.stop();
      answers.endAll({ kind: "retry" });
      await handling.settled(STOP_GRACE_MS);
    },
  };
}
