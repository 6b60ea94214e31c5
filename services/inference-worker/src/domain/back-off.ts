const BASE_MS = 200;
const CAP_MS = 2_000;
/** The longest wait that a provider can request, because a waiting job occupies a slot. */
const RETRY_AFTER_CAP_MS = 10_000;

/**
 * Returns the wait before the next attempt, at least what the provider requests. Uses full jitter,
 * so that jobs that failed together are not repeated together.
 */
export function backOffMs(
  attempt: number,
  retryAfterMs: number | undefined,
  random: () => number,
): number {
  const jittered = random() * Math.min(CAP_MS, BASE_MS * 2 ** (attempt - 1));
  return Math.round(Math.max(jittered, Math.min(retryAfterMs ?? 0, RETRY_AFTER_CAP_MS)));
}
