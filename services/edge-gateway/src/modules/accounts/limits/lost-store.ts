import type { Clock } from "@veil/contracts/clock";

export interface LossOptions {
  readonly onLost: (error: unknown) => void;
  readonly onBack: () => void;
  readonly nowMs?: Clock;
}

const ASK_AGAIN_MS = 500;

/** Of a call that was not made, or failed. */
export const LOST = Symbol("lost");

/** Whether a store is lost. While it is, one call at a time asks it again; the others do not wait for a time-out. */
export function watchForLoss({ onLost, onBack, nowMs = Date.now }: LossOptions) {
  let lost = false;
  let askAtMs = 0;

  function lose(error: unknown) {
    if (!lost) onLost(error);
    lost = true;
    askAtMs = nowMs() + ASK_AGAIN_MS;
  }

  async function asked<T>(call: () => T | Promise<T>): Promise<T> {
    if (lost) askAtMs = nowMs() + ASK_AGAIN_MS;
    const result = await call();
    if (lost) onBack();
    lost = false;
    return result;
  }

  return {
    isLost: () => lost,
    async attempt<T>(call: () => T | Promise<T>): Promise<T | typeof LOST> {
      if (lost && nowMs() < askAtMs) return LOST;
      try {
        return await asked(call);
      } catch (error) {
        lose(error);
        return LOST;
      }
    },
  };
}
