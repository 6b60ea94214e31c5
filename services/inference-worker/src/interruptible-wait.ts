export interface InterruptibleWait {
  /** Resolves early, without an error, after `stopWaiting`. */
  wait(ms: number): Promise<void>;
  stopWaiting(): void;
}

/**
 * One AbortSignal for all calls would do the same, but Node would report a leak of its listeners
 * from the eleventh on.
 */
export function createInterruptibleWait(): InterruptibleWait {
  const ends = new Set<() => void>();
  let isStopped = false;
  return {
    async wait(ms) {
      if (isStopped) return;
      await new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          ends.delete(end);
          resolve();
        };
        const timer = setTimeout(end, ms);
        ends.add(end);
      });
    },
    stopWaiting() {
      isStopped = true;
      for (const end of [...ends]) end();
    },
  };
}
