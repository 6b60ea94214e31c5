export interface InterruptibleWait {
  /** Waits. Resolves early, without an error, after `stopWaiting`. */
  wait(ms: number): Promise<void>;
  stopWaiting(): void;
}

/**
 * Creates waits that can all be interrupted at once. Does not use one AbortSignal for all waits,
 * because Node reports a listener leak from the eleventh listener on.
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
