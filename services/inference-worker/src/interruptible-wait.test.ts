import { expect, test } from "@jest/globals";
import { createInterruptibleWait } from "./interruptible-wait.ts";

const LONG_MS = 1_000_000;

test("When stopWaiting is called, then every wait resolves at once, and later waits do too", async () => {
  const { wait, stopWaiting } = createInterruptibleWait();
  const waiting = Promise.all(Array.from({ length: 100 }, () => wait(LONG_MS)));
  stopWaiting();
  expect(await waiting).toHaveLength(100);
  await wait(LONG_MS);
});

test("A wait resolves after its time", async () => {
  await createInterruptibleWait().wait(1);
});
