import { expect, test } from "@jest/globals";
import { withTimeout } from "./with-timeout.ts";

test("withTimeout returns the work's result or error, and leaves no timer behind", async () => {
  const before = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  expect(await withTimeout(60_000, async () => 7)).toBe(7);
  await expect(withTimeout(60_000, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  const after = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  expect(after).toBe(before);
});

const never = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });

test("withTimeout rejects with a TimeoutError when the time is up", async () => {
  await expect(withTimeout(5, never)).rejects.toMatchObject({ name: "TimeoutError" });
});

test("withTimeout rejects with the outer signal's reason, and does not start if that signal is already aborted", async () => {
  const outer = new AbortController();
  const work = withTimeout(60_000, never, outer.signal);
  const reason = new Error("gone");
  outer.abort(reason);
  await expect(work).rejects.toBe(reason);
  let begun = false;
  const late = withTimeout(60_000, async () => (begun = true), outer.signal);
  await expect(late).rejects.toBe(reason);
  expect(begun).toBe(false);
});
