import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { InferenceEvent, type InferenceJob } from "@veil/contracts/inference";
import { checked } from "@veil/contracts/parsing";
import { readEvents } from "@veil/llm-dialects";
import { createTokenIssuer } from "@veil/service-kit/http";
import { until } from "@veil/testing";
import request from "supertest";
import { type DirectBench, startDirectBench, timeoutMs } from "./direct-bench.ts";
import { conversationOf, jobOf } from "./worker-bench.ts";

const parseEvent = checked(InferenceEvent);
const PATH = "/inferences";

let bench: DirectBench;
beforeEach(async () => {
  bench = await startDirectBench();
});
afterEach(() => bench.close());

const conversation = conversationOf();
const infer = (job: InferenceJob = conversation) => bench.infer(job);

async function* stream(job: InferenceJob = conversation, signal?: AbortSignal) {
  const body = { job, stream: true };
  const request = { path: PATH, timeoutMs, body, ...(signal && { signal }) };
  const answer = await bench.client.stream(request);
  expect(answer.headers["content-type"]).toBe("text/event-stream");
  for await (const { data } of readEvents(answer.chunks)) yield parseEvent(JSON.parse(data));
}

async function streamed(job?: InferenceJob): Promise<InferenceEvent[]> {
  const events: InferenceEvent[] = [];
  for await (const event of stream(job)) events.push(event);
  return events;
}

function endIn(events: readonly InferenceEvent[]) {
  const last = events.at(-1);
  return last?.type === "end" ? last.result : undefined;
}

describe("a whole answer", () => {
  test.each([
    ["messages", conversation],
    ["a template", jobOf()],
  ])("a direct call with %s returns the result in the response", async (_what, job) => {
    expect(await infer(job)).toMatchObject({
      outcome: "completed",
      choices: [{ blocks: [{ type: "text", text: expect.stringContaining("[PERSON_1]") }] }],
      attempts: 1,
      provider: "anthropic",
    });
    expect(await bench.ends()).toEqual({ completed: 1 });
  });

  test("a temporary failure leads to another attempt within the same direct call", async () => {
    bench.simulator.setMode({ statuses: [503], retry_after: 1 });
    expect(await infer()).toMatchObject({ outcome: "completed", attempts: 2 });
    expect(bench.waits).toEqual([1_000]);
  });

  test("a rate limit is reported at once, with the time to wait, because the caller's SDK retries", async () => {
    bench.simulator.setMode({ statuses: [429], retry_after: 7 });
    expect(await infer()).toMatchObject({
      ...{ outcome: "failed", reason: "provider_unavailable", attempts: 1 },
      ...{ provider_status: 429, retry_after_ms: 7_000 },
    });
    expect(bench.waits).toEqual([]);
    expect(bench.simulator.record()).toHaveLength(1);
  });

  test.each([
    [[401], "provider_refused", 401],
    [[503, 529], "provider_unavailable", 529],
  ])(
    "a call to a provider with the statuses %j fails as %s with the last status",
    async (statuses, reason, provider_status) => {
      bench.simulator.setMode({ statuses });
      expect(await infer()).toMatchObject({ outcome: "failed", reason, provider_status });
    },
  );

  test("a failure without a response has no status", async () => {
    bench.simulator.setMode({ fault: "reset" });
    const result = await infer();
    expect(result).toMatchObject({
      outcome: "failed",
      reason: "provider_unavailable",
      attempts: 2,
    });
    expect(result).not.toHaveProperty("provider_status");
  });

  test("the result contains the stop sequence that ended the response", async () => {
    bench.simulator.setMode({ answer: "one HALT two" });
    const job = conversationOf({ options: { stop: ["HALT"] } });
    const end = { stop_reason: "stop_sequence", stop_sequence: "HALT" };
    expect(await infer(job)).toMatchObject({ choices: [end] });
    expect((await streamed(job)).at(-1)).toMatchObject({ type: "end", result: end });
  });

  test.each(["2", "5"])(
    "When the provider keeps responding 5xx, then at most two of %s attempts are made, and the result is unprocessed",
    async (attempts) => {
      await bench.close();
      bench = await startDirectBench({ INFERENCE_ATTEMPTS: attempts });
      bench.simulator.setMode({ statuses: [503, 503, 503] });
      expect(await infer()).toMatchObject({
        ...{ reason: "provider_unavailable", attempts: 2, unprocessed: true },
      });
      expect(bench.simulator.record()).toHaveLength(2);
    },
  );

  test.each([
    ["whole", { fault: "hang" }],
    ["whole", { fault: "stall_in_body" }],
    ["streamed", { fault: "hang" }],
    ["streamed", { fault: "stall" }],
  ] as const)(
    "When a %s response times out (%j), then the request is not sent again, and may have been processed",
    async (form, mode) => {
      await bench.close();
      bench = await startDirectBench({ PROVIDER_TIMEOUT_MS: "300" });
      bench.simulator.setMode(mode);
      const result = form === "whole" ? await infer() : endIn(await streamed());
      expect(result).toMatchObject({ reason: "provider_unavailable", attempts: 1 });
      expect(result).not.toHaveProperty("unprocessed");
      expect(bench.simulator.record()).toHaveLength(1);
    },
  );

  test("When the caller disconnects, then the connection to the provider is closed and no other attempt follows", async () => {
    bench.simulator.setMode({ fault: "hang" });
    const controller = new AbortController();
    const call = bench.infer(conversation, controller.signal);
    await until("the provider is called", () => bench.simulator.record().length === 1);
    controller.abort();
    await expect(call).rejects.toMatchObject({ failure: "interrupted" });
    await until("the call has ended", async () => (await bench.ends())["caller_gone"] === 1);
    expect(bench.simulator.record()).toMatchObject([{ ended: true }]);
  });
});

describe("a streamed answer", () => {
  test("a stream arrives piece by piece, and the pieces together are the whole response", async () => {
    const whole = await infer();
    const events = await streamed();
    const texts = events.flatMap((event) => (event.type === "text" ? [event.text] : []));
    expect(texts.length).toBeGreaterThan(1);
    expect(whole).toMatchObject({ choices: [{ blocks: [{ text: texts.join("") }] }] });
    const types = events.map(({ type }) => type);
    expect([...new Set(types)]).toEqual([
      ...["start", "block_start", "ping", "text", "block_stop", "end"],
    ]);
    expect(events.at(-1)).toMatchObject({
      type: "end",
      result: { outcome: "completed", stop_reason: "end_turn", attempts: 1, provider: "anthropic" },
    });
    expect(await bench.ends()).toEqual({ completed: 2 });
  });

  test("each piece of a stream arrives before the provider has sent the next one", async () => {
    bench.simulator.setMode({ pace_ms: 60_000 });
    const controller = new AbortController();
    const reading = stream(conversation, controller.signal);
    expect(await reading.next()).toMatchObject({ value: { type: "start" } });
    expect(bench.simulator.record()).toMatchObject([{ ended: false }]);
    controller.abort();
    await expect(reading.next()).rejects.toMatchObject({ failure: "interrupted" });
  });

  test("When the caller disconnects during a stream, then the connection to the provider is closed", async () => {
    bench.simulator.setMode({ pace_ms: 60_000 });
    for await (const _event of stream()) break;
    await until("the call has ended", async () => (await bench.ends())["caller_gone"] === 1);
    await until("the provider saw it", () => bench.simulator.record()[0]?.ended === true);
  });

  test("a rate limit before the first piece of a stream is reported at once", async () => {
    bench.simulator.setMode({ statuses: [429], retry_after: 7 });
    const [event, ...others] = await streamed();
    const result = { outcome: "failed", attempts: 1, provider_status: 429, retry_after_ms: 7_000 };
    expect(event).toMatchObject({ type: "end", result });
    expect(others).toEqual([]);
  });

  test("a failure before the first piece of a stream leads to another attempt", async () => {
    bench.simulator.setMode({ statuses: [503] });
    const events = await streamed();
    expect(events.at(-1)).toMatchObject({ result: { outcome: "completed", attempts: 2 } });
    expect(events.filter(({ type }) => type === "start")).toHaveLength(1);
  });

  test.each([
    [{ fault: "cut" }, { reason: "provider_unavailable" }],
    [{ fault: "error_event" }, { reason: "provider_unavailable", provider_status: 529 }],
    [
      { fault: "error_event", error_status: 400 },
      { reason: "provider_refused", provider_status: 400 },
    ],
    [{ fault: "garbage_event" }, { reason: "provider_answer_unreadable" }],
  ] as const)("a stream with %j in the middle ends with a failure", async (mode, failed) => {
    bench.simulator.setMode({ ...mode });
    const events = await streamed();
    expect(events[0]).toMatchObject({ type: "start" });
    expect(events.at(-1)).toMatchObject({ type: "end", result: { outcome: "failed", ...failed } });
    // The pieces that arrived prove that the provider processed the request, even if a 529 follows.
    expect(endIn(events)).not.toHaveProperty("unprocessed");
    expect(bench.simulator.record()).toHaveLength(1);
    expect(JSON.stringify(events.at(-1))).not.toContain("PERSON_1");
  });

  test("When the credential of a streamed call is unusable, then the only event is the end, and the provider is not called", async () => {
    const credential = bench.box("acme-key");
    const [event, ...others] = await streamed({ ...conversation, credential });
    expect(event).toEqual({
      type: "end",
      result: {
        ...{ outcome: "failed", reason: "credential_unusable", latency_ms: 0, attempts: 0 },
        unprocessed: true,
      },
    });
    expect(others).toEqual([]);
    expect(bench.simulator.record()).toEqual([]);
  });
});

describe("invalid direct calls", () => {
  test.each([
    ["no job", { stream: true }],
    ["a job with an unknown field", { job: { ...conversation, customer_id: "c" }, stream: true }],
    ["a job without text", { job: { ...conversation, messages: [] }, stream: true }],
  ])("a direct call with %s is refused", async (_what, body) => {
    const refused = bench.client.call({ path: PATH, timeoutMs, body, parse: () => "" });
    await expect(refused).rejects.toMatchObject({ failure: "refused", status: 400 });
    expect(bench.simulator.record()).toEqual([]);
  });

  test("a call without the gateway's credential is refused", async () => {
    const token = await createTokenIssuer(bench.keysOf("bridge")).tokenFor("inference-worker");
    const body = { job: conversation, stream: false };
    const refused = bench.client.call({ path: PATH, timeoutMs, body, parse: () => "", token });
    await expect(refused).rejects.toMatchObject({ failure: "refused", status: 403 });
  });

  test("When the worker drains, then the call in flight is completed and no other call is accepted", async () => {
    bench.simulator.setMode({ delay_ms: 200 });
    const call = infer();
    await until("the provider is called", () => bench.simulator.record().length === 1);
    const drained = bench.worker.drain?.();
    const token = await createTokenIssuer(bench.keysOf("edge-gateway")).tokenFor(
      "inference-worker",
    );
    const refused = await request(bench.url)
      .post(PATH)
      .auth(token, { type: "bearer" })
      .send({ job: conversation, stream: false });
    expect([refused.status, refused.body.error]).toEqual([503, "busy"]);
    expect(refused.headers).toMatchObject({ "retry-after": "1", connection: "close" });
    expect(await call).toMatchObject({ outcome: "completed" });
    await drained;
  });
});

test("the log contains the id of a job, but none of its content", async () => {
  await infer();
  await streamed();
  const log = bench.lines.join("");
  expect(log).toContain(conversation.job_request_id);
  for (const secret of ["PERSON_1", conversation.token, "end-user-random", "Be brief"])
    expect(log).not.toContain(secret);
});

test("calls beyond the concurrency limit are refused, and accepted again afterwards", async () => {
  await bench.close();
  bench = await startDirectBench({ WORKER_CONCURRENCY: "1" });
  bench.simulator.setMode({ delay_ms: 200 });
  const first = infer();
  await until("the provider is called", () => bench.simulator.record().length === 1);
  await expect(infer()).rejects.toMatchObject({ status: 503 });
  await first;
  expect(await infer()).toMatchObject({ outcome: "completed" });
});
