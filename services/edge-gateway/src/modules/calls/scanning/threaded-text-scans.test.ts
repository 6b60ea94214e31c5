/** @slow starts threads */
import { expect, test } from "@jest/globals";
import { threadSource } from "@veil/testing";
import { describeTextScans } from "./text-scans.contract.ts";
import { createThreadedTextScans } from "./threaded-text-scans.ts";

const settings = {
  threads: 1,
  queueLength: 64,
  timeoutMs: 20_000,
  memoryMb: 512,
  // Threads cannot load TypeScript, so they run the build.
  worker: new URL("../../../../dist/modules/calls/scanning/text-scan-worker.js", import.meta.url),
  onError: (error: unknown): void => {
    throw error;
  },
};

describeTextScans("threaded", () => {
  const scans = createThreadedTextScans(settings);
  return { scans, close: scans.close };
});

test("When a thread fails, then its text is refused, and the error does not contain the cause", async () => {
  const worker = threadSource("export function run() { throw new Error('ann@example.org'); }");
  const broken = createThreadedTextScans({ ...settings, worker });
  await expect(broken.template("x")).rejects.toMatchObject({
    code: "sanitizer_unavailable",
    message: "The text could not be checked for personal data",
  });
  await broken.close();
});
