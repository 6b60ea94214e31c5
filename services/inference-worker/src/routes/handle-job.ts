import type { InferenceJob, InferenceResult } from "@veil/contracts/inference";
import {
  createMessageOpener,
  createMessageSealer,
  type ServiceKeys,
  type TrustBundle,
} from "@veil/crypto";
import type { Logger } from "@veil/service-kit/telemetry";
import type { JobHandler, JobOutcome } from "@veil/transport/jobs";
import { notRun, type RunDeps } from "../domain/attempt.ts";
import { createKnownAttempts } from "../domain/known-attempts.ts";
import { runInference } from "../domain/run-inference.ts";
import { SealedAnswers } from "../domain/sealed-answers.ts";
import { endOf, type JobEnd } from "./job-end.ts";
import { openJob, type SealedBy } from "./open-job.ts";

export interface JobDeps {
  readonly keys: ServiceKeys;
  readonly trust: TrustBundle;
  readonly log: Logger;
  readonly run: RunDeps;
  readonly onEnd: (end: JobEnd) => void;
}

const KEPT_ANSWERS = { keepMs: 5 * 60_000, maxAnswers: 2_000, maxChars: 64 * 1024 * 1024 } as const;

export function createJobHandler({ keys, trust, log, run, onEnd }: JobDeps): JobHandler {
  const from = { service: keys.service, ...keys.signing("message") };
  const gateway = "edge-gateway";
  const sealResult = createMessageSealer({ from, to: gateway, trust, kind: "result" });
  const open = createMessageOpener({ as: keys, from: gateway, trust, kind: "job" });
  const answers = new SealedAnswers({ ...KEPT_ANSWERS, nowMs: run.nowMs });
  const known = createKnownAttempts();

  function seal({ jobId, signed }: SealedBy, result: InferenceResult): string {
    return JSON.stringify(sealResult(jobId, Buffer.from(JSON.stringify(result)), signed));
  }

  function end(reason: JobEnd, jobId: string, attempt: number, startedAtMs = run.nowMs()): void {
    const duration_ms = Math.round(run.nowMs() - startedAtMs);
    log.info("job_ended", { job_id: jobId, attempt, reason, duration_ms });
    onEnd(reason);
  }

  async function answer(by: SealedBy, job: InferenceJob, attempt: number): Promise<JobOutcome> {
    const { jobId } = by;
    let ran = false;
    const answered = await answers.answerOnce(jobId, async () => {
      ran = true;
      const startedAtMs = run.nowMs();
      const order = known.orderOf(jobId, attempt);
      const result = await runInference(job, order, run);
      const isResult = typeof result !== "string";
      end(isResult ? endOf(result) : "retry", jobId, attempt, startedAtMs);
      if (isResult) return seal(by, result);
      known.failed(jobId, order, result);
      return undefined;
    });
    if (!ran) end("repeated", jobId, attempt);
    return answered === undefined ? { kind: "retry" } : { kind: "answered", result: answered };
  }

  return async function handleJob({ message, attempt }) {
    const opened = openJob(message, open);
    switch (opened.kind) {
      case "job":
        return answer(opened, opened.job, attempt);
      case "unreadable": {
        const { jobId, error } = opened;
        log.warn("job_unreadable", { job_id: jobId, attempt, error });
        onEnd("job_unreadable");
        const result = notRun("job_unreadable", known.orderOf(jobId, attempt), run);
        return { kind: "answered", result: seal(opened, result) };
      }
      case "untrusted":
        // No result is sent. The transport dead-letters the message after its last delivery.
        log.error("job_untrusted", { attempt, error: opened.error });
        onEnd("untrusted");
        return { kind: "retry" };
    }
  };
}
