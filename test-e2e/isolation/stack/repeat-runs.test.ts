import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { repeatRuns } from "./repeat-runs.ts";

const EVERY_MS = 60_000;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function controlled() {
  const running: PromiseWithResolvers[] = [];
  const work = () => new Promise<void>((resolve, reject) => void running.push({ resolve, reject }));
  return { running, work };
}

interface PromiseWithResolvers {
  resolve(): void;
  reject(error: Error): void;
}

test("After a call to stop, no run begins, and stop waits for the run in flight", async () => {
  const { running, work } = controlled();
  const runs = repeatRuns(work, EVERY_MS);
  await jest.advanceTimersByTimeAsync(EVERY_MS);
  expect(running).toHaveLength(1);
  let stopped = false;
  const stop = runs.stop().then(() => {
    stopped = true;
  });
  await jest.advanceTimersByTimeAsync(10 * EVERY_MS);
  expect([running.length, stopped]).toEqual([1, false]);
  running[0]?.resolve();
  await stop;
  await jest.advanceTimersByTimeAsync(10 * EVERY_MS);
  expect(running).toHaveLength(1);
});

test("Two runs never overlap", async () => {
  const { running, work } = controlled();
  const runs = repeatRuns(work, EVERY_MS);
  const first = runs.run();
  const second = runs.run();
  await jest.advanceTimersByTimeAsync(0);
  expect(running).toHaveLength(1);
  running[0]?.resolve();
  await first;
  await jest.advanceTimersByTimeAsync(0);
  expect(running).toHaveLength(2);
  running[1]?.resolve();
  await second;
  await runs.stop();
});

test("When a run in the background fails, then stop throws its error", async () => {
  const { running, work } = controlled();
  const runs = repeatRuns(work, EVERY_MS);
  await jest.advanceTimersByTimeAsync(EVERY_MS);
  running[0]?.reject(new Error("bridge-probe ended with 1"));
  await expect(runs.stop()).rejects.toThrow("bridge-probe ended with 1");
});
