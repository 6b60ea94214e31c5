import { expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import { coalesce } from "./coalesce.ts";

test("When a run is in flight, then other callers join it, and its result is kept for a while", async () => {
  let runs = 0;
  const ask = coalesce(60_000, async () => ++runs);
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  expect(await ask()).toBe(1);
});

test("When the result has expired, then the work runs again", async () => {
  let runs = 0;
  const ask = coalesce(1, async () => ++runs);
  await ask();
  await until("it ran again", async () => (await ask()) > 1);
});

test("When the work fails, then the error is not kept", async () => {
  let runs = 0;
  const ask = coalesce(60_000, async () => {
    if (++runs === 1) throw new Error("no");
    return runs;
  });
  await expect(ask()).rejects.toThrow("no");
  expect(await ask()).toBe(2);
});
