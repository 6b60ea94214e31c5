export interface KeyedSemaphore {
  take<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined>;
}

export function createKeyedSemaphore(atOnce: number): KeyedSemaphore {
  const running = new Map<string, Promise<unknown>>();

  return {
    async take(key, signal, work) {
      while (running.size >= atOnce && !running.has(key)) {
        await Promise.race([...running.values()].map(ended));
        signal.throwIfAborted();
      }
      const same = running.get(key);
      if (same !== undefined) {
        await ended(same);
        return undefined;
      }
      const own = work();
      running.set(key, own);
      try {
        return await own;
      } finally {
        running.delete(key);
      }
    },
  };
}

function ended(work: Promise<unknown>): Promise<void> {
  return work.then(
    () => {},
    () => {},
  );
}
