/** @slow starts threads that read the name models */

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, expect, test } from "@jest/globals";
import { readBundledModels } from "@veil/pii/models";
import { threadSource, until } from "@veil/testing";
import { claimMacKey, openEntityLists } from "../../test/sealed-lists.ts";
import type { PiiPool } from "../ports.ts";
import { bytes, describePiiPool } from "./pii-pool.contract.ts";
import { createThreadedPiiPool } from "./threaded-pii-pool.ts";

const settings = {
  name: "test",
  claimMacKey,
  names: readBundledModels(),
  threads: 2,
  queueLength: 64,
  timeoutMs: 20_000,
  memoryMb: 512,
  onError: (error: unknown): void => {
    throw error;
  },
  // Threads cannot load TypeScript, so they run the built JavaScript.
  worker: new URL("../../dist/adapters/pii-worker.js", import.meta.url),
};

describePiiPool("threaded", (lists) => createThreadedPiiPool({ ...settings, lists }));

const lists = openEntityLists();
let pool: PiiPool | undefined;
afterEach(() => pool?.close());
afterAll(() => lists.close());

const ask = (text: string) => bytes({ fields: [{ name: "x", text }] });

function withWorker(source: string, change: Partial<typeof settings>): PiiPool {
  pool = createThreadedPiiPool({ ...settings, lists, ...change, worker: threadSource(source) });
  return pool;
}

test.each([
  ["is processed", false],
  ["waits in the queue", true],
])(
  "When the caller disconnects while its text %s, then the thread is free for the next text",
  async (_when, waits) => {
    const hanging = withWorker(
      "export function run({ body }) { if (body.length === 4) for (;;); return body; }",
      { threads: 1, queueLength: 1 },
    );
    await hanging.sanitise(Buffer.from("fine!"));
    const [first, second] = [new AbortController(), new AbortController()];
    const begun = hanging.sanitise(Buffer.from("hang"), {}, first.signal);
    const refused = expect(begun).rejects.toMatchObject({ name: "AbortError" });
    if (waits) {
      const waiting = hanging.sanitise(Buffer.from("hang"), {}, second.signal);
      const left = expect(waiting).rejects.toMatchObject({ name: "AbortError" });
      second.abort();
      await left;
      expect(hanging.pending()).toBe(1);
    }
    first.abort();
    await refused;
    expect(hanging.pending()).toBe(0);
    expect(Buffer.from(await hanging.sanitise(Buffer.from("fine!"))).toString()).toBe("fine!");
  },
);

test("When a thread fails, then its text is refused with an error that hides the cause", async () => {
  const failing = withWorker("export function run() { throw new Error('ann@example.org'); }", {
    threads: 1,
  });
  await expect(failing.sanitise(ask("x"))).rejects.toMatchObject({
    code: "sanitizer_unavailable",
    message: "The text could not be sanitised",
  });
});

test("When the queue is full, then the next request is refused as busy at once, and the queued requests are served", async () => {
  const slow = withWorker(
    "export const run = ({ body }) => new Promise((done) => setTimeout(done, 200, body));",
    { threads: 1, queueLength: 1 },
  );
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => slow.sanitise(ask("x"))));
  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(2);
  for (const outcome of refused) expect(outcome).toMatchObject({ reason: { code: "busy" } });
});

test("While a thread works on 4 MB of text, the event loop stays responsive", async () => {
  const done = path.join(mkdtempSync(path.join(tmpdir(), "veil-worker-")), "done");
  const working = withWorker(
    `import { existsSync } from "node:fs";
    export function run({ body }) { while (!existsSync(${JSON.stringify(done)})); return body; }`,
    { threads: 1 },
  );
  const text = Buffer.alloc(4_000_000, "x");
  const answer = working.sanitise(text);
  // The thread finishes only after this file exists, so the event loop must run first.
  setImmediate(() => writeFileSync(done, ""));
  expect(text.equals(await answer)).toBe(true);
});

test("pending() returns the number of requests that are running or waiting", async () => {
  const slow = withWorker(
    "export const run = ({ body }) => new Promise((done) => setTimeout(done, 100, body));",
    {
      threads: 1,
    },
  );
  const jobs = [slow.sanitise(ask("a")), slow.sanitise(ask("b"))];
  expect(slow.pending()).toBe(2);
  await Promise.all(jobs);
  await until("nothing waits", () => slow.pending() === 0);
});
