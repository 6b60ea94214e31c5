import { DirectInference, type InferenceEvent, type InferenceJob } from "@veil/contracts/inference";
import { checked } from "@veil/contracts/parsing";
import { writeEvent } from "@veil/llm-dialects";
import {
  type CallRoute,
  EVENTS_HEARTBEAT,
  jsonCall,
  sendTexts,
  withHeartbeat,
  withTimeout,
} from "@veil/service-kit/http";
import type { Logger } from "@veil/service-kit/telemetry";
import type { Response } from "express";
import type { RunDeps } from "../domain/attempt.ts";
import { inferStreamed, inferWhole } from "../domain/infer-directly.ts";
import type { DirectCalls } from "./direct-calls.ts";
import { endOf, type JobEnd } from "./job-end.ts";

interface InferenceDeps {
  readonly run: RunDeps;
  readonly log: Logger;
  readonly calls: DirectCalls;
  readonly heartbeat: NonNullable<CallRoute["heartbeat"]>;
  readonly onEnd: (end: JobEnd) => void;
}

/** Fits a job with 4 MB of text that is escaped in JSON. */
export const JOB_LIMIT_BYTES = 16 * 1024 * 1024;

/** Extra time for the last events of a stream, after its deadline. */
const STREAM_GRACE_MS = 2_000;

const parse = checked(DirectInference);

/**
 * `POST /inferences`: responds with an `InferenceResult` or, over HTTP only, with a stream of
 * `InferenceEvent`.
 */
export function inferenceRoute(deps: InferenceDeps): CallRoute {
  const { run, log, calls, heartbeat, onEnd } = deps;

  function end(job: InferenceJob, reason: JobEnd, startedAtMs: number): void {
    const duration_ms = Math.round(run.nowMs() - startedAtMs);
    log.info("job_ended", { job_id: job.job_request_id, reason, duration_ms });
    onEnd(reason);
  }

  async function answerWhole(job: InferenceJob, signal: AbortSignal) {
    const startedAtMs = run.nowMs();
    try {
      const result = await inferWhole(job, run, signal);
      end(job, endOf(result), startedAtMs);
      return result;
    } catch (error) {
      if (signal.aborted) end(job, "caller_gone", startedAtMs);
      throw error;
    }
  }

  async function answerStreamed(job: InferenceJob, res: Response, signal: AbortSignal) {
    const startedAtMs = run.nowMs();
    let reason: JobEnd = "caller_gone";
    const events = inferStreamed(job, run, signal);
    const written = linesOf(events, (event) => {
      if (event.type === "end") reason = endOf(event.result);
    });
    res.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    res.flushHeaders();
    // For a job with an invalid deadline, no time is left.
    const leftMs = Math.max(0, Date.parse(job.deadline) - startedAtMs || 0);
    try {
      await withTimeout(leftMs + STREAM_GRACE_MS, async (late) => {
        // This ends a call whose caller does not read, so that it does not occupy its slot forever.
        late.addEventListener("abort", () => {
          reason = "deadline_passed";
        });
        await sendTexts(res, written, late);
      });
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      end(job, reason, startedAtMs);
    }
  }

  return {
    path: "/inferences",
    limitBytes: JOB_LIMIT_BYTES,
    repeatable: false,
    heartbeat,
    answer: jsonCall(parse, ({ job, stream }, call) => {
      if (!stream) return calls.run(call, (signal) => answerWhole(job, signal));
      return (res: Response) =>
        calls.run(call, (signal) => {
          const beat = { beat: EVENTS_HEARTBEAT, ...heartbeat } as const;
          return withHeartbeat(res, beat, answerStreamed(job, res, signal));
        });
    }),
  };
}

async function* linesOf(
  events: AsyncIterable<InferenceEvent>,
  onEvent: (event: InferenceEvent) => void,
): AsyncGenerator<string> {
  for await (const event of events) {
    onEvent(event);
    yield writeEvent({ data: JSON.stringify(event) });
  }
}
