import type { FailureReason } from "@veil/contracts/inference";
import type { ProviderError } from "../ports.ts";
import {
  type Attempt,
  type AttemptOrder,
  type Failed,
  FIRST_ATTEMPT,
  failureOf,
  notRun,
  type RunDeps,
  startAttempt,
} from "./attempt.ts";
import type { PreparedAccess } from "./prepare-inference.ts";

export interface CallLimits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

interface DirectCall<P, T> {
  readonly prepare: (attempt: number) => P | FailureReason;
  readonly send: (prepared: P, limits: CallLimits) => Promise<T>;
}

interface Answered<T> {
  readonly outcome: "completed";
  readonly value: T;
  readonly facts: ReturnType<Attempt["facts"]>;
}

/**
 * Makes all attempts of a call, since no transport redelivers it. Rejects with the reason of
 * `signal` when the caller has disconnected.
 */
export async function callDirectly<P extends PreparedAccess, T>(
  { prepare, send }: DirectCall<P, T>,
  deps: RunDeps,
  signal: AbortSignal,
): Promise<Answered<T> | Failed> {
  for (let order = FIRST_ATTEMPT; ; ) {
    const prepared = prepare(order.number);
    if (typeof prepared === "string") return notRun(prepared, order, deps);
    const attempt = startDirectAttempt(order, prepared, deps);
    try {
      const timeoutMs = prepared.deadlineMs - deps.nowMs();
      const value = await send(prepared, { timeoutMs, signal });
      return { outcome: "completed", value, facts: attempt.facts() };
    } catch (error) {
      signal.throwIfAborted();
      const failed = await failureOf(error, attempt, deps);
      if (typeof failed !== "string") return failed;
      order = { number: order.number + 1, earlier: failed };
    }
  }
}

/**
 * Starts an attempt that is not repeated after a rate limit, because the caller's SDK waits and
 * retries.
 */
export function startDirectAttempt(
  order: AttemptOrder,
  prepared: PreparedAccess,
  deps: RunDeps,
): Attempt {
  const isLast = ({ status }: ProviderError) => status === 429 || order.number >= deps.maxAttempts;
  return startAttempt(order, prepared, isLast, deps);
}
