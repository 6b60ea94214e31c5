import { expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import { gather } from "./gather.ts";

test("items that come together go together, and none is lost at the end", async () => {
  const batches: number[][] = [];
  const flush = async (items: readonly number[]) => void batches.push([...items]);
  const gatherer = gather({ gatherMs: 1, onError: () => {} }, flush);
  gatherer.add(1);
  gatherer.add(2);
  await until("the first batch is flushed", () => batches.length === 1);
  gatherer.add(3);
  await gatherer.stop();
  expect(batches).toEqual([[1, 2], [3]]);
});

test("When a batch fails, then it is reported and the next one is flushed", async () => {
  const errors: unknown[] = [];
  const flushed: number[] = [];
  const flush = async ([item]: readonly number[]) => {
    if (item === 1) throw new Error("no");
    flushed.push(item ?? 0);
  };
  const gatherer = gather({ gatherMs: 1, onError: (error) => errors.push(error) }, flush);
  gatherer.add(1);
  await until("it has failed", () => errors.length === 1);
  gatherer.add(2);
  await gatherer.stop();
  expect(flushed).toEqual([2]);
});
