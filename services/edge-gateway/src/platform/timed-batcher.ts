export interface TimedBatcher<T> {
  add(item: T): void;
  stop(): Promise<void>;
}

interface TimedBatcherOptions {
  readonly batchMs: number;
  readonly onError: (error: unknown) => void;
}

/** Collects items and flushes them `batchMs` after the first of them. */
export function createTimedBatcher<T>(
  { batchMs, onError }: TimedBatcherOptions,
  flush: (items: readonly T[]) => Promise<void>,
): TimedBatcher<T> {
  let items: T[] = [];
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();

  function flushNow(): void {
    timer = undefined;
    const batch = items;
    items = [];
    flushing = flushing.then(() => flush(batch)).catch(onError);
  }

  return {
    add(item) {
      items.push(item);
      timer ??= setTimeout(flushNow, batchMs);
    },
    async stop() {
      clearTimeout(timer);
      if (items.length > 0) flushNow();
      await flushing;
    },
  };
}
