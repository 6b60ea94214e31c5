interface Bounds {
  readonly items: number;
  readonly bytes: number;
}

export interface BatcherOptions<Item, Result> {
  /**
   * Processes a batch. A result may be a promise for its item. The batch is in flight until all
   * promises are settled.
   */
  readonly run: (items: readonly Item[]) => Promise<readonly (Result | Promise<Result>)[]>;
  readonly keyOf: (item: Item) => string;
  readonly bytesOf: (item: Item) => number;
  /** Calls `work` when a batch may begin. If it rejects, all waiting items are rejected. */
  readonly turn: (work: () => Promise<void>) => Promise<void>;
  /** The limits of a batch. A single item always fits. */
  readonly max: Bounds;
}

export interface Batcher<Item, Result> {
  add(item: Item): Promise<Result>;
  readonly waiting: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result | Promise<Result>) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Creates a batcher. Items that are added while all turns are in use form the next batch. No item
 * waits only to let a batch grow.
 */
export function createBatcher<Item, Result>(
  options: BatcherOptions<Item, Result>,
): Batcher<Item, Result> {
  const { turn } = options;
  let waiting: Waiting<Item, Result>[] = [];
  let isAsked = false;

  function ask(): void {
    if (isAsked || waiting.length === 0) return;
    isAsked = true;
    turn(begin).catch((reason: unknown) => {
      isAsked = false;
      const given = waiting;
      waiting = [];
      for (const { reject } of given) reject(reason);
    });
  }

  async function begin(): Promise<void> {
    isAsked = false;
    const { batch, rest } = split(waiting, options);
    waiting = rest;
    ask();
    await settle(batch, options.run);
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        ask();
      }),
    get waiting() {
      return waiting.length;
    },
  };
}

function split<Item, Result>(
  waiting: readonly Waiting<Item, Result>[],
  { keyOf, bytesOf, max }: BatcherOptions<Item, Result>,
) {
  const batch: Waiting<Item, Result>[] = [];
  const rest: Waiting<Item, Result>[] = [];
  const keys = new Set<string>();
  let bytes = 0;
  for (const one of waiting) {
    const [key, size] = [keyOf(one.item), bytesOf(one.item)];
    const fits = batch.length === 0 || (batch.length < max.items && bytes + size <= max.bytes);
    if (!fits || keys.has(key)) {
      rest.push(one);
      continue;
    }
    keys.add(key);
    bytes += size;
    batch.push(one);
  }
  return { batch, rest };
}

async function settle<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  run: BatcherOptions<Item, Result>["run"],
): Promise<void> {
  try {
    const results = await run(batch.map(({ item }) => item));
    // `run` returns a result for each item of the batch.
    for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
    await Promise.allSettled(results);
  } catch (reason) {
    for (const { reject } of batch) reject(reason);
  }
}

interface TimedBatcherOptions {
  readonly batchMs: number;
  readonly onError: (error: unknown) => void;
}

/** Collects items and flushes them `batchMs` after the first item. */
export function createTimedBatcher<T>(
  { batchMs, onError }: TimedBatcherOptions,
  flush: (items: readonly T[]) => Promise<void>,
) {
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
    add(item: T): void {
      items.push(item);
      timer ??= setTimeout(flushNow, batchMs);
    },
    async stop(): Promise<void> {
      clearTimeout(timer);
      if (items.length > 0) flushNow();
      await flushing;
    },
  };
}

/**
 * Returns a function that runs `work` once for concurrent callers. A result is kept for `keepMs`;
 * an error is not kept.
 */
export function coalesce<T>(keepMs: number, work: () => Promise<T>): () => Promise<T> {
  let latest: Promise<T> | undefined;
  return () => {
    if (latest !== undefined) return latest;
    const run = work();
    const forget = () => {
      if (latest === run) latest = undefined;
    };
    latest = run;
    run.then(() => setTimeout(forget, keepMs).unref(), forget);
    return run;
  };
}
