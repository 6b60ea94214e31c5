import { expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import { createPeriodicTask } from "./periodic-task.ts";

test("Runs never overlap, and triggers during a run cause one more run after it", async () => {
  let active = 0;
  let most = 0;
  let runs = 0;
  const release: (() => void)[] = [];
  const work = async () => {
    most = Math.max(most, ++active);
    runs++;
    await new Promise<void>((resolve) => release.push(resolve));
    active--;
  };
  const loop = createPeriodicTask({ intervalMs: 60_000, onError: () => {} }, work);
  loop.start();
  loop.trigger();
  await until("the first run is on", () => release.length === 1);
  loop.trigger();
  loop.trigger();
  release[0]?.();
  await until("the second run is on", () => release.length === 2);
  const stopped = loop.stop();
  release[1]?.();
  await stopped;
  expect({ most, runs }).toEqual({ most: 1, runs: 2 });
});

test("When a run fails, then the error is reported and the next run takes place", async () => {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const loop = createPeriodicTask({ intervalMs: 1, onError }, () =>
    Promise.reject(new Error("no")),
  );
  loop.start();
  await until("two runs have failed", () => errors.length >= 2);
  await loop.stop();
});

test("When the task is triggered before its start, then it runs soon after the start", async () => {
  let runs = 0;
  const loop = createPeriodicTask(
    { intervalMs: 60_000, onError: () => {} },
    async () => void runs++,
  );
  loop.trigger();
  await new Promise(setImmediate);
  expect(runs).toBe(0);
  loop.start();
  await until("it has run", () => runs === 1);
  await loop.stop();
});
