import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "@veil/contracts/clock";
import type { Logger } from "@veil/service-kit/telemetry";
import type { OnEvents } from "../../../audit/index.ts";
import type { Admission, Jobs, KnownAdmission, OpenAdmissions, OutboxJob } from "../ports.ts";

interface OpenAdmissionsDeps {
  readonly jobs: Pick<Jobs, "admit">;
  readonly dispatch: (job: OutboxJob) => void;
  readonly onEvents: OnEvents;
  readonly leaseMs: number;
  readonly nowMs: Clock;
  readonly log: Logger;
}

const FIRST_PAUSE_MS = 50;
const LAST_PAUSE_MS = 2_000;
/**
 * The maximum total length of the messages kept for retries. Admissions beyond it are not retried.
 */
const MAX_HELD_CHARS = 64 * 1024 * 1024;

/**
 * Retries admissions for which the database's response was lost. If this replica dies, other
 * replicas send the jobs that were stored. A job that was not stored is lost, and its customer may
 * send it again.
 */
export function createOpenAdmissions(
  deps: OpenAdmissionsDeps,
): OpenAdmissions & { stop(): Promise<void> } {
  const { jobs, dispatch, onEvents, leaseMs, nowMs, log } = deps;
  const open = new Map<string, { admission: Admission; settling: Promise<unknown> }>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let heldChars = 0;

  async function attempt(admission: Admission): Promise<KnownAdmission | undefined> {
    try {
      const outcome = await jobs.admit(admission, leaseMs);
      return outcome.kind === "unknown" ? undefined : outcome;
    } catch (error) {
      log.warn("admission_not_known", { job_id: admission.jobId, error });
      return undefined;
    }
  }

  async function repeat(admission: Admission): Promise<KnownAdmission | undefined> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LAST_PAUSE_MS)) {
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted || nowMs() >= admission.deadline.getTime()) return undefined;
      const outcome = await attempt(admission);
      if (outcome !== undefined) return outcome;
    }
  }

  async function settled(admission: Admission): Promise<KnownAdmission | undefined> {
    const { jobId, customerId, message, deadline } = admission;
    heldChars += message.length;
    const outcome = await repeat(admission);
    heldChars -= message.length;
    open.delete(jobId);
    if (outcome === undefined) log.warn("admission_given_up", { job_id: jobId });
    if (outcome?.kind !== "admitted") return outcome;
    onEvents(admission.events);
    // After the stop, the lease expires and another replica sends the job.
    if (outcome.leased && !signal.aborted)
      dispatch({ jobId, customerId, message, deliveries: 1, expiresAt: deadline });
    return outcome;
  }

  return {
    async settle(admission) {
      const { jobId, message } = admission;
      if (signal.aborted || heldChars + message.length > MAX_HELD_CHARS) {
        log.warn("admission_given_up", { job_id: jobId });
        return undefined;
      }
      const settling = settled(admission);
      open.set(jobId, { admission, settling });
      return await settling;
    },
    has: (customerId, jobId) => open.get(jobId)?.admission.customerId === customerId,
    async stop() {
      stopping.abort();
      await Promise.all([...open.values()].map(({ settling }) => settling));
    },
  };
}
