/** Collects what can be done together. */
export interface Gatherer<T> {
  add(item: T): void;
  /** Hands over what is left, and waits for it. */
  stop(): Promise<void>;
}

interface GatherOptions {
  /** How long an item may wait for others. */
  readonly gatherMs: number;
  readonly onError: (error: unknown) => void;
}

/** Hands items to `flush` in one go, a moment after the first of them came. */
export function gather<T>(
  { gatherMs, onError }: GatherOptions,
  flush: (items: readonly T[]) => Promise<void>,
): Gatherer<T> {
  let items: T[] = [];
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();

  function hand(): void {
    timer = undefined;
    const batch = items;
    items = [];
    flushing = flushing.then(() => flush(batch)).catch(onError);
  }

  return {
    add(item) {
      items.push(item);
      timer ??= setTimeout(hand, gatherMs);
    },
    async stop() {
      clearTimeout(timer);
      if (items.length > 0) hand();
      await flushing;
    },
  };
}
