/** Lets large work be done by few at once, and once for all who need the same. */
export interface Turns {
  /**
   * Does `work` when its turn has come. When the same is being done already, waits for its end instead.
   *
   * @returns undefined when it was another's work that ended, well or not
   * @throws Error when `signal` is aborted before the turn has come
   */
  take<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined>;
}

export function createTurns(atOnce: number): Turns {
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
