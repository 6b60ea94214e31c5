import { expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import { shared } from "./shared.ts";

test("whoever asks joins the run in hand, and its result serves a while", async () => {
  let runs = 0;
  const ask = shared(60_000, async () => ++runs);
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  expect(await ask()).toBe(1);
});

test("after that time the work is done anew", async () => {
  let runs = 0;
  const ask = shared(1, async () => ++runs);
  await ask();
  await until("it ran again", async () => (await ask()) > 1);
});

test("an error is not kept", async () => {
  let runs = 0;
  const ask = shared(60_000, async () => {
    if (++runs === 1) throw new Error("no");
    return runs;
  });
  await expect(ask()).rejects.toThrow("no");
  expect(await ask()).toBe(2);
});
