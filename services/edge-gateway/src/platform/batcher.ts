interface Bounds {
  readonly items: number;
  readonly bytes: number;
}

export interface BatcherOptions<Item, Result> {
  /** A promise among the results is its item's alone; the batch is in flight until all settle. */
  readonly run: (items: readonly Item[]) => Promise<readonly (Result | Promise<Result>)[]>;
  readonly keyOf: (item: Item) => string;
  readonly bytesOf: (item: Item) => number;
  /** Calls `work` when a batch may begin. A rejection goes to all waiting items. */
  readonly turn: (work: () => Promise<void>) => Promise<void>;
  /** A single item always fits. */
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

/** Items added while earlier batches are in flight form the next one; none waits for others. */
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
    // A batch has a result for each of its items.
    for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
    await Promise.allSettled(results);
  } catch (reason) {
    for (const { reject } of batch) reject(reason);
  }
}
