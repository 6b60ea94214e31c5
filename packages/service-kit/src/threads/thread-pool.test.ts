/** @slow starts threads, and waits for time-outs */
import { afterEach, describe, expect, test } from "@jest/globals";
import { ApiError } from "@veil/contracts/errors";
import { threadSource } from "@veil/testing";
import { refusable } from "./refusable.ts";
import { createThreadPool, type ThreadPool, type ThreadPoolOptions } from "./thread-pool.ts";

const settings = {
  threads: 1,
  idleMs: 30_000,
  queueLength: 64,
  timeoutMs: 60_000,
  memoryMb: 256,
  onError: () => {},
  failure: (cause: unknown) =>
    new ApiError("sanitizer_unavailable", "The job could not be done", { cause }),
};
const failure = { code: "sanitizer_unavailable", message: "The job could not be done" };

let pool: ThreadPool<unknown, unknown> | undefined;
afterEach(() => pool?.close());

function running(source: string, change: Partial<ThreadPoolOptions> = {}) {
  pool = createThreadPool<unknown, unknown>({
    ...settings,
    ...change,
    worker: threadSource(source),
  });
  return pool;
}

const HANGS = "export function run(input) { if (input === 'hang') for (;;); return input; }";
const WAITS_AT_GATE = `export function run(gate) { Atomics.wait(gate, 0, 0); return "passed"; }`;

function closedGate(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4));
}

function open(gate: Int32Array): void {
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
}

test("Jobs can read the pool's data option as workerData", async () => {
  const source =
    'import { workerData } from "node:worker_threads"; export const run = (name) => workerData[name];';
  const given = running(source, { data: { key: new Uint8Array([7]) } });
  expect(await given.run("key")).toEqual(new Uint8Array([7]));
});

test("A thread has limits for the old and the young generation of its memory", async () => {
  const limited = running(
    'import { resourceLimits } from "node:worker_threads"; export const run = () => resourceLimits;',
  );
  expect(await limited.run("limits")).toMatchObject({
    maxOldGenerationSizeMb: settings.memoryMb,
    maxYoungGenerationSizeMb: 16,
  });
});

test("When a thread cannot start, its job fails and onError is called", async () => {
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const broken = running("throw new Error('no start');", { timeoutMs: 1_000, onError });
  await expect(broken.run("x")).rejects.toMatchObject(failure);
  expect(errors).not.toEqual([]);
});

test.each([
  ["end when idle", settings.idleMs],
  ["stay", undefined],
])(
  "When a job hangs in a pool whose threads %s, it fails and the next job runs",
  async (_kind, idleMs) => {
    const hanging = running(HANGS, { idleMs, timeoutMs: 3_000 });
    expect(await hanging.run("fine")).toBe("fine");
    await expect(hanging.run("hang")).rejects.toMatchObject(failure);
    expect(await hanging.run("fine")).toBe("fine");
  },
);

test.each([
  ["ends its thread", "process.exit(1)"],
  ["throws", "throw new Error('ann@example.org')"],
  ["needs too much memory", "for (const all = []; ; ) all.push(new Array(100_000).fill(all))"],
])(
  "When a job %s, only that job fails, and its error does not contain the cause's message",
  async (_how, code) => {
    const source = `export function run(input) { if (input === 'bad') { ${code}; } return input; }`;
    const dying = running(source, { memoryMb: 32 });
    await expect(dying.run("bad")).rejects.toMatchObject(failure);
    expect(await dying.run("fine")).toBe("fine");
  },
);

test("When the queue is full, an additional job fails at once, and the queued jobs succeed", async () => {
  const slow = running(WAITS_AT_GATE, { queueLength: 1 });
  const gate = closedGate();
  const done = [slow.run(gate), slow.run(gate)];
  await expect(slow.run(gate)).rejects.toMatchObject({
    ...failure,
    cause: { message: "Too many jobs are waiting" },
  });
  open(gate);
  expect(await Promise.all(done)).toEqual(["passed", "passed"]);
  expect(await slow.run(gate)).toBe("passed");
});

test("When a job's signal aborts, the job rejects with the reason, and its thread becomes free", async () => {
  const hanging = running(HANGS, { queueLength: 1 });
  expect(await hanging.run("fine")).toBe("fine");
  const [first, second] = [new AbortController(), new AbortController()];
  const begun = hanging.run("hang", { signal: first.signal });
  const waiting = hanging.run("hang", { signal: second.signal });
  second.abort(new Error("second"));
  await expect(waiting).rejects.toThrow("second");
  first.abort(new Error("first"));
  await expect(begun).rejects.toThrow("first");
  expect(await hanging.run("fine")).toBe("fine");
});

test("A thread sees no environment variables, and takes over transferred buffers of its input", async () => {
  const knowing = running(
    "export const run = ({ byteLength }) => [Object.keys(process.env), byteLength];",
  );
  const bytes = Uint8Array.from([1, 2, 3]);
  expect(await knowing.run(bytes, { transfer: [bytes.buffer] })).toEqual([[], 3]);
  expect(bytes.byteLength).toBe(0);
});

describe("refusable", () => {
  const refusing = refusable((input: string) => {
    if (input === "bad") throw new ApiError("invalid_field", "Bad input");
    if (input === "worse") throw new Error("ann@example.org");
    return input;
  });

  test("run rejects with the ApiError that a job threw in its thread", async () => {
    const refused = running(`export const run = () => (${JSON.stringify(refusing("bad"))});`);
    const outcome = refused.run("bad");
    await expect(outcome).rejects.toBeInstanceOf(ApiError);
    await expect(outcome).rejects.toMatchObject({ code: "invalid_field", message: "Bad input" });
  });

  test("refusable returns results and throws other errors unchanged", () => {
    expect(refusing("good")).toBe("good");
    expect(() => refusing("worse")).toThrow("ann@example.org");
  });
});
