import { describe, expect, test } from "@jest/globals";
import { createBatcher } from "./batcher.ts";

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

test("Items added before their turn share a batch, and each gets its own result", async () => {
  const { batcher, batches, starts, ends } = controlled();
  const results = Promise.all(["a", "b", "c"].map((item) => batcher.add(item)));
  expect([starts.length, batcher.waiting]).toEqual([1, 3]);
  void starts[0]?.begin();
  expect([batches, batcher.waiting]).toEqual([[["a", "b", "c"]], 0]);
  ends[0]?.();
  expect(await results).toEqual(["a!", "b!", "c!"]);
});

test("Items added while a batch is in flight request the next turn at once", () => {
  const { batcher, batches, starts } = controlled();
  void batcher.add("a");
  void starts[0]?.begin();
  void batcher.add("b");
  expect(starts).toHaveLength(2);
  void starts[1]?.begin();
  expect(batches).toEqual([["a"], ["b"]]);
});

test.each([
  ["of items", ["a", "b", "c"], { items: 2, bytes: 100 }, [["a", "b"], ["c"]]],
  ["of bytes", ["aaa", "bb", "c"], { items: 9, bytes: 4 }, [["aaa", "c"], ["bb"]]],
  ["of bytes, by one item", ["aaaaaa", "b"], { items: 9, bytes: 4 }, [["aaaaaa"], ["b"]]],
  ["of one for each key", ["a", "a", "b"], UNBOUNDED, [["a", "b"], ["a"]]],
])(
  "A batch has at most its bound %s, and the rest is in the next one",
  (_what, items, max, expected) => {
    const { batcher, batches, starts } = controlled({ max });
    for (const item of items) void batcher.add(item);
    for (let at = 0; at < starts.length; at++) void starts[at]?.begin();
    expect(batches).toEqual(expected);
  },
);

describe("When a batch, an item or a turn fails", () => {
  test("a failed batch fails each of its items, and the next batch still runs", async () => {
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

  test("a failed item affects no other, and the batch is in flight until all of its items are settled", async () => {
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

  test("a failed turn rejects all waiting items, and later items request one again", async () => {
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
