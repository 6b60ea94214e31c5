import { expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import { createStreamEndings } from "./stream-endings.ts";

function observed() {
  const endings = createStreamEndings();
  const running: (() => void)[] = [];
  let most = 0;
  return {
    running,
    most: () => most,
    run: (length: number) =>
      endings(length, async () => {
        await new Promise<void>((end) => {
          running.push(end);
          most = Math.max(most, running.length);
        });
      }),
  };
}

test("When six long streams end together, their final work runs for at most two at once, and eventually for all", async () => {
  const { run, running, most } = observed();
  const all = Array.from({ length: 6 }, () => run(8_000_000));
  for (let ended = 0; ended < 6; ended++) {
    await until("one is in flight", () => running.length > 0);
    running.shift()?.();
  }
  await Promise.all(all);
  expect(most()).toBe(2);
});

test("A short stream does not wait for its turn when long streams do", async () => {
  const { run, running } = observed();
  const long = Array.from({ length: 4 }, () => run(8_000_000));
  await until("two are in flight", () => running.length === 2);
  const short = run(100);
  expect(running).toHaveLength(3);
  running.pop()?.();
  await short;
  for (let ended = 0; ended < 4; ended++) {
    await until("one is in flight", () => running.length > 0);
    running.shift()?.();
  }
  await Promise.all(long);
});
