import { expect, test } from "@jest/globals";
import { withTimeout } from "./with-timeout.ts";

test("returns the result of the work, and leaves no timer behind", async () => {
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

test("aborts with a TimeoutError when the time is up", async () => {
  await expect(withTimeout(5, never)).rejects.toMatchObject({ name: "TimeoutError" });
});

test("aborts together with the outer signal, and begins nothing that was aborted before", async () => {
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
