import type { FailedInference, FailureReason, InferenceJob } from "@veil/contracts/inference";
import type { Static } from "typebox";
import { ProviderError } from "../ports.ts";
import { backOffMs } from "./back-off.ts";
import type { JobLeg, OpenLeg } from "./job-leg.ts";
import type { PreparedAccess, PrepareInferenceDeps } from "./prepare-inference.ts";

export interface RunDeps extends PrepareInferenceDeps {
  readonly random: () => number;
  /** Waits. Resolves early, without an error, when the worker stops. */
  readonly wait: (ms: number) => Promise<void>;
  readonly openLeg: OpenLeg;
}

export type Failed = Static<typeof FailedInference>;

/**
 * What the worker knows about some attempts: the provider certainly processed none of them, or it
 * may have processed some.
 */
export type Processing = "unprocessed" | "unknown";

export interface AttemptOrder {
  /** The number of the attempt, counted from 1. */
  readonly number: number;
  /** What the worker knows about all attempts before this one. */
  readonly earlier: Processing;
}

export const FIRST_ATTEMPT: AttemptOrder = { number: 1, earlier: "unprocessed" };

export interface Attempt extends AttemptOrder {
  readonly deadlineMs: number;
  /** Returns true when no other attempt may be made or would help. */
  readonly isLast: (error: ProviderError) => boolean;
  /** Returns the members of a result that do not depend on its outcome. */
  readonly facts: () => AttemptFacts;
}

interface AttemptFacts {
  readonly latency_ms: number;
  readonly attempts: number;
  readonly provider: string;
}

export function startAttempt(
  { number, earlier }: AttemptOrder,
  { deadlineMs, providerName }: PreparedAccess,
  isLast: Attempt["isLast"],
  { nowMs }: PrepareInferenceDeps,
): Attempt {
  const startedAtMs = nowMs();
  const facts = () => ({
    latency_ms: Math.max(0, Math.round(nowMs() - startedAtMs)),
    attempts: number,
    provider: providerName,
  });
  return { number, earlier, deadlineMs, isLast, facts };
}

export function notRun(
  reason: FailureReason,
  { number, earlier }: AttemptOrder,
  { maxAttempts }: PrepareInferenceDeps,
): Failed {
  const attempts = Math.min(number - 1, maxAttempts);
  return { outcome: "failed", reason, latency_ms: 0, attempts, ...marked(earlier) };
}

function marked(processing: Processing) {
  return { ...(processing === "unprocessed" && { unprocessed: true as const }) };
}

/**
 * Opens the leg of a job. Returns undefined when the job's claim request does not match the job,
 * which makes the job unreadable.
 */
export function legOf(job: InferenceJob, { openLeg }: RunDeps): JobLeg | undefined {
  try {
    return openLeg(job);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

const REASON = {
  refused: "provider_refused",
  unavailable: "provider_unavailable",
  unreadable: "provider_answer_unreadable",
} as const satisfies Record<ProviderError["failure"], FailureReason>;

/**
 * Returns the result of a failed attempt. If another attempt may follow, waits for the back-off and
 * returns what the worker knows about all attempts so far.
 */
export async function failureOf(
  error: unknown,
  { number, earlier, deadlineMs, isLast, facts }: Attempt,
  deps: RunDeps,
): Promise<Failed | Processing> {
  if (!(error instanceof ProviderError)) throw error;
  const processing = error.isUnprocessed ? earlier : "unknown";
  const failed = (reason: FailureReason): Failed => ({
    ...{ outcome: "failed", reason, ...facts(), ...answeredWith(error), ...marked(processing) },
  });
  const reason = REASON[error.failure];
  if (deps.nowMs() >= deadlineMs) return failed("deadline_passed");
  if (!isRepeatable(error, number) || isLast(error)) return failed(reason);
  const waitMs = backOffMs(number, error.retryAfterMs, deps.random);
  if (deps.nowMs() + waitMs >= deadlineMs) return failed(reason);
  await deps.wait(waitMs);
  return processing;
}

/**
 * Returns whether another attempt may be made. After a time-out it may not, because the provider
 * may still complete and bill the request. After a 5xx or a lost connection, only the first attempt
 * may be repeated, regardless of the allowed number of attempts.
 */
function isRepeatable({ failure, unanswered, status }: ProviderError, number: number): boolean {
  if (failure !== "unavailable" || unanswered === "timed_out") return false;
  return unanswered === "not_sent" || status === 429 || number === 1;
}

function answeredWith({ status, retryAfterMs }: ProviderError) {
  return {
    ...(status !== undefined && status >= 300 && status < 600 && { provider_status: status }),
    ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }),
  };
}
