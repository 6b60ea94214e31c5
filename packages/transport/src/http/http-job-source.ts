import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import {
  createInFlight,
  endpoint,
  endWithJson,
  JSON_HEARTBEAT,
  jsonBody,
  withHeartbeat,
} from "@veil/service-kit/http";
import type { Logger } from "@veil/service-kit/telemetry";
import { Router } from "express";
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
 * Creates a job source whose `router` must be mounted behind the caller check. When `concurrency`
 * jobs are in flight, before `start` and after `stop`, the response is 503.
 */
export function createHttpJobSource({
  concurrency,
  log,
  heartbeatMs,
}: HttpJobSourceOptions): JobSource & { readonly router: Router } {
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

  const router = Router();
  endpoint(router, "/jobs", {
    post: [
      jsonBody({ limitBytes: BODY_LIMIT_BYTES }),
      async (req, res) => {
        const job = parse(req.body);
        if (handler === undefined || inFlight.count >= concurrency)
          throw new ApiError("busy", "The worker accepts no jobs now", { retryAfterSeconds: 1 });
        const outcome = outcomes.on(inFlight.track(run(handler, job)));
        const heartbeat = { beat: JSON_HEARTBEAT, intervalMs: heartbeatMs } as const;
        endWithJson(res, await withHeartbeat(res, heartbeat, outcome));
      },
    ],
  });

  return {
    router,
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
