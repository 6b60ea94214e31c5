import { expect, test } from "@jest/globals";
import { within } from "./within.ts";

test("gives what the work gives, and leaves no timer behind", async () => {
  const before = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  expect(await within(60_000, async () => 7)).toBe(7);
  await expect(within(60_000, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  const after = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  expect(after).toBe(before);
});

test("aborts with a TimeoutError when the time is up", async () => {
  const never = (signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });
  await expect(within(5, never)).rejects.toMatchObject({ name: "TimeoutError" });
});
