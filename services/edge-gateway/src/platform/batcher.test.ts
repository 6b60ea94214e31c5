import { describe, expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import { coalesce, createBatcher, createTimedBatcher } from "./batcher.ts";

const UNBOUNDED = { items: 100, bytes: 1_000 };

function controlled({ max = UNBOUNDED } = {}) {
  const batches: string[][] = [];
  const starts: { begin: () => Promise<void>; refuse: (reason: Error) => void }[] = [];
  const ends: ((error?: Error, results?: readonly (string | Promise<string>)[]) => void)[] = [];
  const batcher = createBatcher({
    run: (items: readonly string[]) =>
      new Promise<readonly (string | Promise<string>)[]>((resolve, reject) => {
        batches.push([...items]);
        ends.push((error, results = items.map((item) => `${item}!`)) =>
          error ? reject(error) : resolve(results),
        );
      }),
    keyOf: (item) => item,
    bytesOf: (item) => item.length,
    turn: (work) =>
      new Promise<void>((resolve, reject) => {
        starts.push({ begin: () => work().then(resolve), refuse: reject });
      }),
    max,
  });
  return { batcher, batches, starts, ends };
}

test("Items that are added before a turn begins share a batch, and each gets its own result", async () => {
  const { batcher, batches, starts, ends } = controlled();
  const results = Promise.all(["a", "b", "c"].map((item) => batcher.add(item)));
  expect([starts.length, batcher.waiting]).toEqual([1, 3]);
  void starts[0]?.begin();
  expect([batches, batcher.waiting]).toEqual([[["a", "b", "c"]], 0]);
  ends[0]?.();
  expect(await results).toEqual(["a!", "b!", "c!"]);
});

test("An item that is added while a batch is in flight requests a turn for the next batch at once", () => {
  const { batcher, batches, starts } = controlled();
  void batcher.add("a");
  void starts[0]?.begin();
  void batcher.add("b");
  expect(starts).toHaveLength(2);
  void starts[1]?.begin();
  expect(batches).toEqual([["a"], ["b"]]);
});

test.each([
  ["number of items", ["a", "b", "c"], { items: 2, bytes: 100 }, [["a", "b"], ["c"]]],
  ["number of bytes", ["aaa", "bb", "c"], { items: 9, bytes: 4 }, [["aaa", "c"], ["bb"]]],
  [
    "number of bytes, except for a single item",
    ["aaaaaa", "b"],
    { items: 9, bytes: 4 },
    [["aaaaaa"], ["b"]],
  ],
  ["one item for each key", ["a", "a", "b"], UNBOUNDED, [["a", "b"], ["a"]]],
])(
  "A batch has at most the allowed %s, and the other items are in the next batch",
  (_what, items, max, expected) => {
    const { batcher, batches, starts } = controlled({ max });
    for (const item of items) void batcher.add(item);
    for (let at = 0; at < starts.length; at++) void starts[at]?.begin();
    expect(batches).toEqual(expected);
  },
);

describe("Failures in createBatcher", () => {
  test("a failed batch rejects all its items, and the next batch still runs", async () => {
    const { batcher, starts, ends } = controlled();
    const failed = Promise.allSettled([batcher.add("a"), batcher.add("b")]);
    void starts[0]?.begin();
    const next = batcher.add("c");
    void starts[1]?.begin();
    ends[0]?.(new Error("gone"));
    ends[1]?.();
    expect((await failed).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await next).toBe("c!");
  });

  test("a failed item does not affect other items, and the batch is in flight until all its items are settled", async () => {
    const { batcher, starts, ends } = controlled();
    const given = Promise.allSettled([batcher.add("a"), batcher.add("b")]);
    let isOver = false;
    const over = starts[0]?.begin().then(() => {
      isOver = true;
    });
    let fail = (_reason: Error): void => undefined;
    const own = new Promise<string>((_resolve, reject) => {
      fail = reject;
    });
    ends[0]?.(undefined, ["a!", own]);
    await new Promise(setImmediate);
    expect(isOver).toBe(false);
    fail(new Error("gone"));
    const [first, second] = await given;
    expect([first, second?.status]).toEqual([{ status: "fulfilled", value: "a!" }, "rejected"]);
    await over;
  });

  test("a failed turn rejects all waiting items, and later items request a new turn", async () => {
    const { batcher, starts, ends } = controlled();
    const given = Promise.allSettled([batcher.add("a"), batcher.add("b")]);
    starts[0]?.refuse(new Error("too many"));
    expect((await given).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    const later = batcher.add("c");
    void starts[1]?.begin();
    ends[0]?.();
    expect(await later).toBe("c!");
  });
});

test("createTimedBatcher flushes items that are added together as one batch, and the rest when it stops", async () => {
  const batches: number[][] = [];
  const flush = async (items: readonly number[]) => void batches.push([...items]);
  const batcher = createTimedBatcher({ batchMs: 1, onError: () => {} }, flush);
  batcher.add(1);
  batcher.add(2);
  await until("the first batch is flushed", () => batches.length === 1);
  batcher.add(3);
  await batcher.stop();
  expect(batches).toEqual([[1, 2], [3]]);
});

test("When a batch of createTimedBatcher fails, then the error is reported and the next batch is flushed", async () => {
  const errors: unknown[] = [];
  const flushed: number[] = [];
  const flush = async ([item]: readonly number[]) => {
    if (item === 1) throw new Error("no");
    flushed.push(item ?? 0);
  };
  const batcher = createTimedBatcher({ batchMs: 1, onError: (error) => errors.push(error) }, flush);
  batcher.add(1);
  await until("it has failed", () => errors.length === 1);
  batcher.add(2);
  await batcher.stop();
  expect(flushed).toEqual([2]);
});

test("coalesce runs the work once for concurrent callers and keeps its result", async () => {
  let runs = 0;
  const ask = coalesce(60_000, async () => ++runs);
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  expect(await ask()).toBe(1);
});

test("When the result that coalesce kept has expired, then the work runs again", async () => {
  let runs = 0;
  const ask = coalesce(1, async () => ++runs);
  await ask();
  await until("it ran again", async () => (await ask()) > 1);
});

test("coalesce does not keep the error when the work fails", async () => {
  let runs = 0;
  const ask = coalesce(60_000, async () => {
    if (++runs === 1) throw new Error("no");
    return runs;
  });
  await expect(ask()).rejects.toThrow("no");
  expect(await ask()).toBe(2);
});
