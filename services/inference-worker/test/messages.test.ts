import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { createMessageSealer, type Signed } from "@veil/crypto";
import { jobOf, newJobId, SECRETS, startWorkerBench, type WorkerBench } from "./worker-bench.ts";

let bench: WorkerBench;
beforeEach(async () => {
  bench = await startWorkerBench();
});
afterEach(() => bench.close());

test.each<[Signed, string | undefined]>([
  ["session", "session"],
  ["message", undefined],
])("the result of a job with a signature of the %s has such a signature", async (signed, field) => {
  const job = bench.seal(newJobId(), jobOf(), "inference-worker", signed);
  const { result } = await bench.post(JSON.stringify(job));
  expect(JSON.parse(result).signed).toBe(field);
  expect(bench.open(result).result.outcome).toBe("completed");
});

describe("messages that are not a valid job from the gateway for this worker", () => {
  const sealed = () => bench.seal(newJobId(), jobOf());
  const forged: [string, () => object][] = [
    ["its signature is another's", () => ({ ...sealed(), signature: sealed().signature })],
    ["it was sealed for another job", () => ({ ...sealed(), job_id: "job_other" })],
    ["its box was changed", () => ({ ...sealed(), box: sealed().box })],
    ["its key is not pinned", () => ({ ...sealed(), signing_key_id: "k" })],
    ["another service signed it", () => signedBy("bridge")],
  ];
  const unreadable: [string, () => object][] = [
    ["the job lacks a field", () => bench.seal(newJobId(), { ...jobOf(), token: undefined })],
    [
      "the job has an unknown field",
      () => bench.seal(newJobId(), { ...jobOf(), customer_id: "c" }),
    ],
    ["the job is not an object", () => bench.seal(newJobId(), null)],
    ["a variable has no value", () => bench.seal(newJobId(), jobOf({ context: [] }))],
    ["its deadline is not a date", () => bench.seal(newJobId(), jobOf({ deadline: "soon" }))],
  ];

  function signedBy(service: "bridge") {
    const from = { service, ...bench.keysOf(service).signing("message") };
    const jobId = newJobId();
    const body = Buffer.from(JSON.stringify(jobOf()));
    const to = "inference-worker";
    const seal = createMessageSealer({ from, to, trust: bench.trust, kind: "job" });
    return { ...seal(jobId, body), sender: "edge-gateway" };
  }

  test.each(unreadable)(
    "when %s, then the gateway receives a result and the provider is not called",
    async (_what, make) => {
      const message = make() as { job_id: string };
      expect(await bench.deliverMessage(JSON.stringify(message))).toEqual({
        jobId: message.job_id,
        result: {
          outcome: "failed",
          reason: "job_unreadable",
          latency_ms: 0,
          attempts: 0,
          unprocessed: true,
        },
      });
      expect(bench.simulator.record()).toEqual([]);
    },
  );

  test.each(forged)(
    "when a message is forged because %s, then no result is sent",
    async (_what, make) => {
      expect(await bench.deliverMessage(JSON.stringify(make()))).toBe("retry");
      expect(await bench.ends()).toEqual({ untrusted: 1 });
      expect(bench.simulator.record()).toEqual([]);
    },
  );

  test.each<[string, () => string]>([
    ["not JSON", () => "{"],
    ["not a message", () => "[]"],
    ["a result", () => JSON.stringify({ ...sealed(), kind: "result" })],
    [
      "sealed for another service",
      () => JSON.stringify(bench.seal(newJobId(), jobOf(), "sanitiser")),
    ],
    ["given an invalid id", () => JSON.stringify({ ...sealed(), job_id: "a\nb" })],
  ])(
    "when a message is %s, then no result is sent, and the message is returned",
    async (_what, message) => {
      expect(await bench.deliverMessage(message())).toBe("retry");
      expect(await bench.ends()).toEqual({ untrusted: 1 });
      expect(bench.simulator.record()).toEqual([]);
    },
  );

  test("a valid message is answered even after a forged one with the same id", async () => {
    const good = sealed();
    await bench.deliverMessage(JSON.stringify({ ...good, signature: sealed().signature }));
    expect(await bench.deliverMessage(JSON.stringify(good))).toMatchObject({
      result: { outcome: "completed" },
    });
  });
});

test("the log contains job ids and whole seconds, but no content of a job", async () => {
  const jobId = newJobId();
  await bench.deliver(jobOf(), 1, jobId);
  bench.simulator.setMode({ statuses: [400, 503], fault: "garbage" });
  for (const attempt of [1, 2, 2, 3]) await bench.deliver(jobOf(), attempt);
  await bench.deliver(jobOf({ context: [] }));
  await bench.deliverMessage("{");
  await bench.deliverMessage(JSON.stringify({ ...bench.seal(jobId, jobOf()), box: "AAAA" }));
  const log = bench.lines.join("");
  expect(bench.lines.length).toBeGreaterThan(7);
  expect(log).toContain(jobId);
  for (const secret of [...Object.values(SECRETS), "PERSON_1", "operator-key", "end-user-random"])
    expect(log).not.toContain(secret);
  for (const line of bench.lines) expect(JSON.parse(line).time).toMatch(/T\d\d:\d\d:\d\dZ$/);
});
