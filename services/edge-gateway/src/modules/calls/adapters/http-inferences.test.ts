import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, test } from "@jest/globals";
import type { InferenceEvent, InferenceJob } from "@veil/contracts/inference";
import { createServiceClient, createTokenIssuer } from "@veil/http-kit";
import { writeEvent } from "@veil/llm-dialects";
import { createTestTrust } from "@veil/testing";
import { completedResult } from "../../../../test/support/completed-result.ts";
import { startFakeService } from "../../../../test/support/fake-service.ts";
import type { MessagesOrder } from "../domain/sanitised-job.ts";
import { createHttpInferences } from "./http-inferences.ts";

const issuer = createTokenIssuer(createTestTrust().keysOf("edge-gateway"));
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function workerThat(answer: (res: ServerResponse) => unknown) {
  const service = await startFakeService((_path, _body, res) => answer(res));
  const client = createServiceClient({ baseUrl: service.url, callee: "inference-worker", issuer });
  closing.push(service.close, () => client.close());
  return { ...service, inferences: createHttpInferences(client, { timeoutMs: 60_000, busyMs: 0 }) };
}

const asked: InferenceJob = {
  job_request_id: "jrq_1",
  token: "token",
  messages: [{ role: "user", content: [{ type: "text", text: "Write to [PERSON_1]" }] }],
  dialect: "anthropic",
  options: {},
  max_tokens: 10,
  credential: { kind: "managed" },
  end_user_id: "u",
  deadline: "2026-01-01T00:00:00Z",
};
const job = asked as MessagesOrder;
const { signal } = new AbortController();
const unavailable = { code: "inference_service_unavailable" };

const { choices: _, ...facts } = completedResult("");
const EVENTS: readonly InferenceEvent[] = [
  { type: "start", model_used: "m", input_tokens: 1, attempts: 1, provider: "anthropic" },
  { type: "block_start", index: 0 },
  { type: "text", index: 0, text: "Dear [PERSON_1]" },
  { type: "block_stop", index: 0 },
  { type: "end", result: { ...facts, stop_reason: "end_turn" } },
];
const written = (events: readonly object[]) =>
  events.map((event) => writeEvent({ data: JSON.stringify(event) })).join("");

async function read(stream: AsyncIterable<InferenceEvent>): Promise<InferenceEvent[]> {
  const events: InferenceEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

describe("A whole answer", () => {
  test("is the worker's, to the job that it was sent", async () => {
    const result = completedResult("Dear [PERSON_1]");
    const { inferences, bodies } = await workerThat((res) => res.end(JSON.stringify(result)));
    expect(await inferences.whole(job, signal)).toEqual(result);
    expect(JSON.parse(bodies[0] ?? "")).toEqual({ job: asked, stream: false });
  });

  test.each<[string, (res: ServerResponse) => unknown]>([
    ["fails", (res) => res.writeHead(500).end("{}")],
    ["answers something else", (res) => res.end('{"outcome":"completed"}')],
    ["goes away", (res) => res.socket?.resetAndDestroy()],
  ])("When the worker %s, then inference is not available", async (_what, answer) => {
    const { inferences } = await workerThat(answer);
    await expect(inferences.whole(job, signal)).rejects.toMatchObject(unavailable);
  });
});

describe("A streamed answer", () => {
  test("is the worker's events, to their end", async () => {
    const { inferences, bodies } = await workerThat((res) => res.end(written(EVENTS)));
    expect(await read(inferences.streamed(job, signal))).toEqual(EVENTS);
    expect(JSON.parse(bodies[0] ?? "")).toEqual({ job: asked, stream: true });
  });

  test.each<[string, (res: ServerResponse) => unknown]>([
    ["fails", (res) => res.writeHead(500).end("{}")],
    ["sends no event", (res) => res.end(written([{ type: "later" }]))],
    ["ends before the end", (res) => res.end(written(EVENTS.slice(0, 3)))],
    ["goes away", (res) => res.write(written(EVENTS.slice(0, 1)), () => res.destroy())],
  ])("When the worker %s, then inference is not available", async (_what, answer) => {
    const { inferences } = await workerThat(answer);
    await expect(read(inferences.streamed(job, signal))).rejects.toMatchObject(unavailable);
  });

  test("When its reader leaves, then the worker sees it", async () => {
    let left: Promise<unknown> | undefined;
    const { inferences } = await workerThat((res) => {
      left = once(res, "close");
      res.write(written(EVENTS.slice(0, 1)));
    });
    for await (const _event of inferences.streamed(job, signal)) break;
    await left;
  });
});

test("When the worker is full, then the call was not sent to a provider, and the error says so", async () => {
  const { inferences } = await workerThat((res) => res.writeHead(503).end("{}"));
  const full = { code: "server_busy" };
  await expect(inferences.whole(job, signal)).rejects.toMatchObject(full);
  await expect(read(inferences.streamed(job, signal))).rejects.toMatchObject(full);
});
