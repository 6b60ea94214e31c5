import { expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import { every } from "./every.ts";

test("runs never overlap, and a poke during a run makes one more run after it", async () => {
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
  const loop = every({ intervalMs: 60_000, onError: () => {} }, work);
  loop.start();
  loop.poke();
  await until("the first run is on", () => release.length === 1);
  loop.poke();
  loop.poke();
  release[0]?.();
  await until("the second run is on", () => release.length === 2);
  const stopped = loop.stop();
  release[1]?.();
  await stopped;
  expect({ most, runs }).toEqual({ most: 1, runs: 2 });
});

test("an error is reported and the next turn comes all the same", async () => {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const loop = every({ intervalMs: 1, onError }, () => Promise.reject(new Error("no")));
  loop.start();
  await until("two turns have failed", () => errors.length >= 2);
  await loop.stop();
});

test("nothing runs before the start, and a poke before it counts then", async () => {
  let runs = 0;
  const loop = every({ intervalMs: 60_000, onError: () => {} }, async () => void runs++);
  loop.poke();
  await new Promise(setImmediate);
  expect(runs).toBe(0);
  loop.start();
  await until("it has run", () => runs === 1);
  await loop.stop();
});
