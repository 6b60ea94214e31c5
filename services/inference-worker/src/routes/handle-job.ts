import type { InferenceJob, InferenceResult } from "@veil/contracts/inference";
import {
  createMessageOpener,
  createMessageSealer,
  type ServiceKeys,
  type TrustBundle,
} from "@veil/crypto";
import type { Logger } from "@veil/telemetry";
import type { JobHandler, JobOutcome } from "@veil/transport/jobs";
import type { RunDeps } from "../domain/attempt.ts";
import { runInference } from "../domain/run-inference.ts";
import { SealedAnswers } from "../domain/sealed-answers.ts";
import { endOf, type JobEnd } from "./job-end.ts";
import { openJob } from "./open-job.ts";

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

  function seal(jobId: string, result: InferenceResult): string {
    return JSON.stringify(sealResult(jobId, Buffer.from(JSON.stringify(result))));
  }

  function end(reason: JobEnd, jobId: string, attempt: number, startedAtMs = run.nowMs()): void {
    const duration_ms = Math.round(run.nowMs() - startedAtMs);
    log.info("job_ended", { job_id: jobId, attempt, reason, duration_ms });
    onEnd(reason);
  }

  async function answer(jobId: string, job: InferenceJob, attempt: number): Promise<JobOutcome> {
    let ran = false;
    const answered = await answers.answerOnce(jobId, async () => {
      ran = true;
      const startedAtMs = run.nowMs();
      const result = await runInference(job, attempt, run);
      end(endOf(result), jobId, attempt, startedAtMs);
      return result && seal(jobId, result);
    });
    if (!ran) end("repeated", jobId, attempt);
    return answered === undefined ? { kind: "retry" } : { kind: "answered", result: answered };
  }

  return async function handleJob({ message, attempt }) {
    const opened = openJob(message, open);
    switch (opened.kind) {
      case "job":
        return answer(opened.jobId, opened.job, attempt);
      case "unreadable": {
        const { jobId, error } = opened;
        log.warn("job_unreadable", { job_id: jobId, attempt, error });
        onEnd("job_unreadable");
        return { kind: "answered", result: seal(jobId, UNREADABLE) };
      }
      case "untrusted":
        // No result is sent: the message becomes a dead letter after its last delivery.
        log.error("job_untrusted", { attempt, error: opened.error });
        onEnd("untrusted");
        return { kind: "retry" };
    }
  };
}

const UNREADABLE: InferenceResult = {
  outcome: "failed",
  reason: "job_unreadable",
  latency_ms: 0,
  attempts: 0,
};
