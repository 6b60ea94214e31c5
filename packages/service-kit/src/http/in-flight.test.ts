import { expect, test } from "@jest/globals";
import { createInFlight } from "./in-flight.ts";

test("count includes calls until they succeed or fail", async () => {
  const inFlight = createInFlight();
  const good = inFlight.track(Promise.resolve(1));
  const failing = inFlight.track(Promise.reject(new Error("no")));
  expect(inFlight.count).toBe(2);
  await expect(good).resolves.toBe(1);
  await expect(failing).rejects.toThrow("no");
  expect(await inFlight.settled(60_000)).toBe(true);
  expect(inFlight.count).toBe(0);
});

test("settled returns false after the grace period if a call does not finish", async () => {
  const inFlight = createInFlight();
  void inFlight.track(new Promise(() => {}));
  expect(await inFlight.settled(1)).toBe(false);
  expect(inFlight.count).toBe(1);
});
