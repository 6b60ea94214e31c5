import { expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import { createTimedBatcher } from "./timed-batcher.ts";

test("Items added at the same time are one batch, and stopping flushes the rest", async () => {
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

test("When a batch fails, then it is reported and the next one is flushed", async () => {
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
