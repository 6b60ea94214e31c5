import type { FinishedJob, OnWake, WakeUps } from "../ports.ts";

export interface Listeners {
  add(jobId: string, onWake: OnWake): () => void;
  call(jobId: string, finished?: FinishedJob): void;
}

export function createListeners(): Listeners {
  const waiting = new Map<string, Set<OnWake>>();
  return {
    add(jobId, onWake) {
      const those = waiting.get(jobId) ?? new Set();
      waiting.set(jobId, those.add(onWake));
      return () => {
        those.delete(onWake);
        if (those.size === 0 && waiting.get(jobId) === those) waiting.delete(jobId);
      };
    },
    call(jobId, finished) {
      for (const onWake of waiting.get(jobId) ?? []) onWake(finished);
    },
  };
}

export function createMemoryWakeUps(): WakeUps {
  const listeners = createListeners();
  return {
    state: () => "up",
    wake: listeners.call,
    subscribe: listeners.add,
    close: async () => {},
  };
}
