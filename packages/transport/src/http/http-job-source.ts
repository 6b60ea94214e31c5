import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { type CallRoute, createInFlight, jsonCall } from "@veil/service-kit/http";
import type { Logger } from "@veil/service-kit/telemetry";
import type { IncomingJob, JobHandler, JobOutcome, JobSource } from "../job-ports.ts";
import { createWaits } from "../waits.ts";
import { JobDelivery } from "./bodies.ts";

interface HttpJobSourceOptions {
  readonly concurrency: number;
  readonly log: Logger;
  readonly heartbeatMs?: number | undefined;
}

/** Enough for a context of 4 MB after JSON escaping, encryption and base64. */
const BODY_LIMIT_BYTES = 16 * 1024 * 1024;

const parse = checked(JobDelivery);

/**
 * Creates a job source whose `route` must be mounted behind the caller check. When `concurrency`
 * jobs are in flight, before `start` and after `stop`, the response is 503.
 */
export function createHttpJobSource({
  concurrency,
  log,
  heartbeatMs,
}: HttpJobSourceOptions): JobSource & { readonly route: CallRoute } {
  const inFlight = createInFlight();
  const outcomes = createWaits<JobOutcome>();
  let handler: JobHandler | undefined;

  async function run(handle: JobHandler, job: IncomingJob): Promise<JobOutcome> {
    try {
      return await handle(job);
    } catch (error) {
      log.warn("job_failed", { attempt: job.attempt, error });
      return { kind: "retry" };
    }
  }

  const route: CallRoute = {
    path: "/jobs",
    limitBytes: BODY_LIMIT_BYTES,
    repeatable: false,
    heartbeat: { intervalMs: heartbeatMs },
    answer: jsonCall(parse, (job) => {
      if (handler === undefined || inFlight.count >= concurrency)
        throw new ApiError("busy", "The worker accepts no jobs now", { retryAfterSeconds: 1 });
      return outcomes.on(inFlight.track(run(handler, job)));
    }),
  };

  return {
    route,
    state: () => (handler === undefined ? "down" : "up"),
    async start(jobHandler) {
      handler = jobHandler;
    },
    async stop(graceMs) {
      handler = undefined;
      await inFlight.settled(graceMs);
      outcomes.endAll({ kind: "retry" });
    },
  };
}
