import type { Clock } from "@veil/contracts/clock";

export interface AvailabilityOptions {
  readonly onUnavailable: (error: unknown) => void;
  readonly onRecovered: () => void;
  readonly nowMs?: Clock;
}

const RETRY_AFTER_MS = 500;

/** The result of a call that failed, or that was not made because the store is unavailable. */
export const UNAVAILABLE = Symbol("unavailable");

/** While a store is unavailable, one call at a time tries it; others do not wait for a time-out. */
export function trackAvailability(options: AvailabilityOptions) {
  const { onUnavailable, onRecovered, nowMs = Date.now } = options;
  let unavailable = false;
  let retryAtMs = 0;

  function failed(error: unknown) {
    if (!unavailable) onUnavailable(error);
    unavailable = true;
    retryAtMs = nowMs() + RETRY_AFTER_MS;
  }

  async function tryCall<T>(call: () => T | Promise<T>): Promise<T> {
    if (unavailable) retryAtMs = nowMs() + RETRY_AFTER_MS;
    const result = await call();
    if (unavailable) onRecovered();
    unavailable = false;
    return result;
  }

  return {
    isUnavailable: () => unavailable,
    async attempt<T>(call: () => T | Promise<T>): Promise<T | typeof UNAVAILABLE> {
      if (unavailable && nowMs() < retryAtMs) return UNAVAILABLE;
      try {
        return await tryCall(call);
      } catch (error) {
        failed(error);
        return UNAVAILABLE;
      }
    },
  };
}
