const BASE_MS = 200;
const CAP_MS = 2_000;
/** A longer wait that the provider requests is cut: the job holds a place while it waits. */
const RETRY_AFTER_CAP_MS = 10_000;

/**
 * Uses full jitter, so that jobs that failed together are not repeated together. The wait is at
 * least what the provider requests.
 */
export function backOffMs(
  attempt: number,
  retryAfterMs: number | undefined,
  random: () => number,
): number {
  const jittered = random() * Math.min(CAP_MS, BASE_MS * 2 ** (attempt - 1));
  return Math.round(Math.max(jittered, Math.min(retryAfterMs ?? 0, RETRY_AFTER_CAP_MS)));
}
