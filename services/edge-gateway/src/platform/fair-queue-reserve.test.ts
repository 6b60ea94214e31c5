import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { FairQueue, type FairQueueBounds } from "./fair-queue.ts";

const calls = (count: number) => ({ calls: count, bytes: 0 });
const inFlight = { all: calls(64), own: calls(48), reserved: 16 };
const waiting = { all: calls(100), own: calls(100) };

function observed(bounds: FairQueueBounds = { inFlight, waiting }) {
  const queue = new FairQueue(bounds);
  const begun: string[] = [];
  const ends = new Map<string, (() => void)[]>();
  const leaving: AbortController[] = [];
  return {
    begun,
    countOf: (owner: string) => begun.filter((one) => one === owner).length,
    async add(owner: string, count: number): Promise<void> {
      for (let call = 0; call < count; call++) {
        const caller = new AbortController();
        leaving.push(caller);
        queue.enter({ owner, bytes: 0, maxWaitMs: 1e9, signal: () => caller.signal }).then(
          (end) => {
            begun.push(owner);
            ends.set(owner, [...(ends.get(owner) ?? []), end]);
          },
          () => undefined,
        );
      }
      await settle();
    },
    async end(owner: string): Promise<void> {
      ends.get(owner)?.shift()?.();
      await settle();
    },
    /** Cancels all waiting calls, which keep a timer. */
    stop() {
      for (const caller of leaving) caller.abort();
    },
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test("When owners have calls that never end, then each new owner gets half of the slots that are left", async () => {
  const { add, countOf, stop } = observed({
    inFlight,
    waiting: { all: calls(1_000), own: calls(100) },
  });
  for (const owner of ["a", "b", "c", "d"]) await add(owner, 80);
  expect(["a", "b", "c", "d"].map(countOf)).toEqual([48, 8, 4, 2]);
  stop();
});

test("When one owner's calls fill the waiting queue, then the first call of another owner begins at once", async () => {
  const { add, begun, stop } = observed();
  await add("many", 148);
  await add("other", 1);
  expect(begun.at(-1)).toBe("other");
  stop();
});

test("When an owner with more calls than there are free slots ends a call, then the slot goes to the owner with fewer calls", async () => {
  const { add, begun, end, stop } = observed();
  await add("a", 60);
  await add("b", 20);
  const before = begun.length;
  await end("a");
  expect(begun.slice(before)).toEqual(["b"]);
  stop();
});

test("room returns how many calls of an owner can begin at once, and a new owner's first call begins while any slot is free", () => {
  const owner = fc.integer({ min: 0, max: 5 });
  const sizes = fc
    .integer({ min: 1, max: 20 })
    .chain((all) => fc.tuple(fc.constant(all), fc.integer({ min: 1, max: all })));
  const steps = fc.array(fc.tuple(owner, fc.boolean()));
  fc.assert(
    fc.property(sizes, steps, owner, ([all, own], taken, last) => {
      const bounds = { all: calls(all), own: calls(own), reserved: all - own };
      const queue = new FairQueue({ waiting, inFlight: bounds });
      const begin = (of: number) => queue.tryEnter({ owner: String(of), bytes: 0 });
      const ends: (() => void)[] = [];
      for (const [of, isEnd] of taken) {
        const ended = isEnd ? ends.shift() : begin(of);
        if (isEnd) ended?.();
        else if (ended !== undefined) ends.push(ended);
        expect(queue.room("new") > 0).toBe(ends.length < all);
      }
      const room = queue.room(String(last));
      expect(beginAll(() => begin(last))).toBe(room);
    }),
  );
});

function beginAll(begin: () => unknown): number {
  let begun = 0;
  while (begin() !== undefined) begun++;
  return begun;
}
