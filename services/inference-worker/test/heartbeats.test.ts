import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type DirectBench, startDirectBench, timeoutMs } from "./direct-bench.ts";
import { conversationOf, jobOf, newJobId } from "./worker-bench.ts";

let bench: DirectBench;
beforeEach(async () => {
  const patient = { PROVIDER_TIMEOUT_MS: "60000" };
  bench = await startDirectBench(patient, { heartbeatMs: 10 });
  bench.simulator.setMode({ delay_ms: 900 });
});
afterEach(() => bench.close());

const silenceMs = 300;
const job = conversationOf();
const { job_request_id, credential } = job;

describe("A provider that is slower than the caller's silence limit", () => {
  test.each([
    ["/inferences", { job, stream: false }],
    ["/token-counts", { job, stream: false }],
    ["/models", { job_request_id, credential, dialect: "anthropic" }],
  ])("POST %s returns its result even when the provider is slow", async (path, body) => {
    const parse = (answer: unknown) => answer;
    const answer = await bench.client.call({ path, body, timeoutMs, silenceMs, parse });
    expect(answer).toMatchObject({ outcome: "completed" });
  });

  test("a stream begins at once and completes even when the provider is slow", async () => {
    const body = { job, stream: true };
    const { chunks } = await bench.client.stream({
      path: "/inferences",
      body,
      timeoutMs: silenceMs,
    });
    let text = "";
    for await (const chunk of chunks) text += Buffer.from(chunk).toString();
    expect(text).toMatch(/^(:\n\n)+data: /);
    expect(text).toContain('"outcome":"completed"');
  });

  test("a job over HTTP is answered even when the provider is slow", async () => {
    const message = JSON.stringify(bench.seal(newJobId(), jobOf()));
    const parse = (answer: unknown) => answer;
    const delivery = { path: "/jobs", body: { message, attempt: 1 }, timeoutMs, silenceMs };
    expect(await bench.client.call({ ...delivery, parse })).toMatchObject({ kind: "answered" });
  });
});
