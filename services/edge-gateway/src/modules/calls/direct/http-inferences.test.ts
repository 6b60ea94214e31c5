import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "@jest/globals";
import type { InferenceEvent, InferenceJob } from "@veil/contracts/inference";
import { writeEvent } from "@veil/llm-dialects";
import {
  createServiceClient,
  createTokenIssuer,
  EVENTS_HEARTBEAT,
  ServiceCallError,
} from "@veil/service-kit/http";
import { createTestTrust } from "@veil/testing";
import { completedResult } from "../../../../test/support/completed-result.ts";
import { startFakeService } from "../../../../test/support/fake-service.ts";
import type { SanitisedMessagesJob } from "../content/sanitised-content.ts";
import { createHttpInferences } from "./http-inferences.ts";
import { type Inferences, UnsentError } from "./ports.ts";

const issuer = createTokenIssuer(createTestTrust().keysOf("edge-gateway"));
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function workerThat(
  answer: (res: ServerResponse) => unknown,
  { silenceMs = 60_000, timeoutMs = 60_000 } = {},
) {
  const service = await startFakeService((_path, _body, res) => answer(res));
  const client = createServiceClient({ baseUrl: service.url, callee: "inference-worker", issuer });
  closing.push(service.close, () => client.close());
  return {
    ...service,
    inferences: createHttpInferences(client, { timeoutMs, silenceMs, busyMs: 0 }),
  };
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
const job = asked as SanitisedMessagesJob;
const { signal } = new AbortController();
const unavailable = { code: "inference_service_unavailable" };

const { choices: _, ...facts } = completedResult("");
const EVENTS: readonly InferenceEvent[] = [
  {
    ...{ type: "start", model_used: "m", input_tokens: 1, latency_ms: 1, attempts: 1 },
    provider: "anthropic",
  },
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
  test("a whole answer is the worker's result for the job that was sent", async () => {
    const result = completedResult("Dear [PERSON_1]");
    const { inferences, bodies } = await workerThat((res) => res.end(JSON.stringify(result)));
    expect(await inferences.whole(job, signal)).toEqual(result);
    expect(JSON.parse(bodies[0] ?? "")).toEqual({ job: asked, stream: false });
  });

  test.each<[string, (res: ServerResponse) => unknown]>([
    ["fails", (res) => res.writeHead(500).end("{}")],
    ["sends a result that does not parse", (res) => res.end('{"outcome":"completed"}')],
    ["closes the connection", (res) => res.socket?.resetAndDestroy()],
  ])(
    "When the worker %s, then a whole answer fails with inference_service_unavailable",
    async (_what, answer) => {
      const { inferences } = await workerThat(answer);
      await expect(inferences.whole(job, signal)).rejects.toMatchObject(unavailable);
    },
  );
});

describe("A streamed answer", () => {
  test("a streamed answer yields all events that the worker sends", async () => {
    const { inferences, bodies } = await workerThat((res) => res.end(written(EVENTS)));
    expect(await read(inferences.streamed(job, signal))).toEqual(EVENTS);
    expect(JSON.parse(bodies[0] ?? "")).toEqual({ job: asked, stream: true });
  });

  test.each<[string, (res: ServerResponse) => unknown]>([
    ["fails", (res) => res.writeHead(500).end("{}")],
    ["sends an unknown event", (res) => res.end(written([{ type: "later" }]))],
    ["ends the stream without an end event", (res) => res.end(written(EVENTS.slice(0, 3)))],
    [
      "closes the connection in the middle",
      (res) => res.write(written(EVENTS.slice(0, 1)), () => res.destroy()),
    ],
  ])(
    "When the worker %s, then a streamed answer fails with inference_service_unavailable",
    async (_what, answer) => {
      const { inferences } = await workerThat(answer);
      await expect(read(inferences.streamed(job, signal))).rejects.toMatchObject(unavailable);
    },
  );

  test("When the worker sends heartbeats but no end event, the stream fails at the time-out", async () => {
    const { inferences } = await workerThat(
      (res) => {
        const beats = setInterval(() => res.write(EVENTS_HEARTBEAT), 10);
        res.once("close", () => clearInterval(beats));
      },
      { timeoutMs: 100 },
    );
    await expect(read(inferences.streamed(job, signal))).rejects.toMatchObject(unavailable);
  });

  test("a streamed answer closes the connection to the worker when its reader stops reading", async () => {
    let left: Promise<unknown> | undefined;
    const { inferences } = await workerThat((res) => {
      left = once(res, "close");
      res.write(written(EVENTS.slice(0, 1)));
    });
    for await (const _event of inferences.streamed(job, signal)) break;
    await left;
  });
});

/**
 * Starts a worker that can be stopped like a frozen process: its connections stay open, but it does
 * not respond.
 */
async function stoppableWorker() {
  const state = { isStopped: false, calls: 0 };
  const server = createServer((req, res) => {
    if (req.url !== "/door") state.calls += 1;
    if (state.isStopped) return;
    if (req.url === "/models") res.end(JSON.stringify({ outcome: "completed", models: [] }));
    else if (req.url === "/token-counts") res.end('{"outcome":"completed","input_tokens":1}');
    else res.end(JSON.stringify(completedResult("")));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const client = createServiceClient({ baseUrl, callee: "inference-worker", issuer });
  closing.push(
    async () => {
      server.closeAllConnections();
      server.close();
    },
    () => client.close(),
  );
  return { state, inferences: createHttpInferences(client, { timeoutMs: 60_000, silenceMs: 100 }) };
}

type Ask = (inferences: Inferences) => Promise<unknown>;

test.each<[string, Ask]>([
  ["A whole answer", (inferences) => inferences.whole(job, signal)],
  ["A streamed answer", (inferences) => read(inferences.streamed(job, signal))],
  ["A count of tokens", (inferences) => inferences.tokens(job, signal)],
  [
    "A list of models",
    (inferences) =>
      inferences.models(
        { job_request_id: "jrq_1", dialect: "openai", credential: { kind: "managed" } },
        signal,
      ),
  ],
])(
  "%s from a frozen worker fails when silenceMs is over, and later calls are not sent until the worker responds again",
  async (_what, ask) => {
    const { state, inferences } = await stoppableWorker();
    state.isStopped = true;
    const error = await ask(inferences).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ ...unavailable, options: { shouldRetry: false } });
    expect(error).not.toBeInstanceOf(UnsentError);
    for (const next of await Promise.allSettled([ask(inferences), inferences.whole(job, signal)]))
      expect(next).toMatchObject({ reason: expect.any(UnsentError) });
    expect(state.calls).toBe(1);
    state.isStopped = false;
    await inferences.whole(job, signal);
    expect(state.calls).toBe(2);
  },
);

test("When the worker is full and the caller leaves before the next attempt, the error is an UnsentError", async () => {
  const leaving = new AbortController();
  const full = async () => {
    queueMicrotask(() => leaving.abort());
    throw new ServiceCallError("refused", "inference-worker", { status: 503 });
  };
  const client = { call: full, callForBytes: full, stream: full, close: async () => undefined };
  const inferences = createHttpInferences(client, { timeoutMs: 60_000, silenceMs: 60_000 });
  const streamed = inferences.streamed(job, leaving.signal);
  for (const call of [inferences.whole(job, leaving.signal), read(streamed)])
    expect(await call.catch((cause: unknown) => cause)).toBeInstanceOf(UnsentError);
});

test("When the worker stays full, the call fails with server_busy as an UnsentError", async () => {
  const { inferences } = await workerThat((res) => res.writeHead(503).end("{}"));
  for (const call of [inferences.whole(job, signal), read(inferences.streamed(job, signal))]) {
    const error = await call.catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(UnsentError);
    expect(error).toMatchObject({ code: "server_busy" });
  }
});
