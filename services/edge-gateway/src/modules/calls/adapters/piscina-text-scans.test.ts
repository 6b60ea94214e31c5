/** @slow starts threads */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, test } from "@jest/globals";
import { createPiscinaTextScans, type ThreadedTextScans } from "./piscina-text-scans.ts";
import { describeTextScans } from "./text-scans.contract.ts";

const settings = {
  threads: 1,
  queueLength: 64,
  timeoutMs: 20_000,
  memoryMb: 512,
  // Threads cannot read TypeScript: they run what the build made of the same file.
  worker: new URL("../../../../dist/modules/calls/adapters/text-scan-worker.js", import.meta.url),
  onError: (error: unknown): void => {
    throw error;
  },
};

describeTextScans("piscina", () => {
  const scans = createPiscinaTextScans(settings);
  return { scans, close: scans.close };
});

const refusal = {
  code: "sanitizer_unavailable",
  message: "The text could not be checked for personal data",
};

let scans: ThreadedTextScans | undefined;
afterEach(() => scans?.close());

/** Scans whose threads run `source` in place of the real ones. */
function withWorker(source: string, change: Partial<typeof settings>): ThreadedTextScans {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "veil-worker-")), "worker.mjs");
  writeFileSync(file, source);
  scans = createPiscinaTextScans({ ...settings, ...change, worker: pathToFileURL(file) });
  return scans;
}

test("When a thread cannot even start, then its text is refused and somebody is told", async () => {
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const broken = withWorker("throw new Error('no start');", { timeoutMs: 1_000, onError });
  await expect(broken.template("x")).rejects.toMatchObject(refusal);
  expect(errors).not.toEqual([]);
});

test("When a text hangs its thread, then it is refused and the next one is read", async () => {
  const hanging = withWorker(
    "export function run({ argument }) { if (argument === 'hang') for (;;); return argument; }",
    { timeoutMs: 3_000 },
  );
  expect(await hanging.template("fine")).toBe("fine");
  await expect(hanging.template("hang")).rejects.toMatchObject(refusal);
  expect(await hanging.template("fine")).toBe("fine");
});

test("When a thread dies or throws, then its text alone is refused, without a word of the cause", async () => {
  const dying = withWorker(
    "export function run({ argument }) { if (argument === 'exit') process.exit(1); throw new Error('ann@example.org'); }",
    {},
  );
  for (const text of ["exit", "throw"])
    await expect(dying.template(text)).rejects.toMatchObject(refusal);
});

test("When the queue is full, then the next text is refused at once, and the rest is read", async () => {
  const slow = withWorker(
    "export const run = ({ argument }) => new Promise((done) => setTimeout(done, 200, argument));",
    { queueLength: 1 },
  );
  await slow.template("warm");
  const outcomes = await Promise.allSettled(
    ["1", "2", "3", "4"].map((text) => slow.template(text)),
  );
  expect(outcomes.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "rejected",
  ]);
  for (const outcome of outcomes.slice(2)) expect(outcome).toMatchObject({ reason: refusal });
});
