/** @slow streams many megabytes */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { writeEvent } from "@veil/llm-dialects";
import { until } from "@veil/testing";
import { type DirectBench, startDirectBench, timeoutMs } from "./direct-bench.ts";
import { conversationOf, deadlineIn } from "./worker-bench.ts";

const MB = 1024 * 1024;
const LONG = 24 * MB;
const PIECE = "word ".repeat(13_000);
/**
 * The most bytes that may be sent without being read. The kernel buffers up to 4 MB for each of the
 * two connections, and some bytes are in flight.
 */
const UNREAD = 16 * MB;

interface Written {
  bytes: number;
  isClosed: boolean;
}

let provider: Server;
let bench: DirectBench;
const streams: Written[] = [];

const event = (data: { readonly type: string; readonly [field: string]: unknown }) =>
  writeEvent({ event: data.type, data: JSON.stringify(data) });
const START = event({
  type: "message_start",
  message: { model: "m", content: [], usage: { input_tokens: 1, output_tokens: 0 } },
});
const BLOCK = event({
  ...{ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
});
const TEXT = event({
  ...{ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: PIECE } },
});
const END = event({ type: "content_block_stop", index: 0 }) + event({ type: "message_stop" });

beforeAll(async () => {
  provider = createServer(async (_req, res) => {
    const own: Written = { bytes: 0, isClosed: false };
    streams.push(own);
    const closing = new AbortController();
    const { signal } = closing;
    res.once("close", () => {
      own.isClosed = true;
      closing.abort();
    });
    res.writeHead(200).write(START + BLOCK);
    while (own.bytes < LONG && !res.destroyed) {
      own.bytes += PIECE.length;
      if (!res.write(TEXT)) await once(res, "drain", { signal }).catch(() => undefined);
    }
    res.end(END);
  }).listen(0, "127.0.0.1");
  await once(provider, "listening");
  bench = await startDirectBench({
    LLM_BASE_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    PROVIDER_MAX_RESPONSE_BYTES: String(2 * LONG),
    PROVIDER_TIMEOUT_MS: "60000",
    WORKER_CONCURRENCY: "2",
  });
});
beforeEach(() => {
  streams.length = 0;
});
afterAll(async () => {
  await bench.close();
  provider.closeAllConnections();
  provider.close();
});

test("When the gateway does not read a stream, then the worker stops reading from the provider until the gateway disconnects", async () => {
  const leaving = new AbortController();
  const body = { job: conversationOf(), stream: true };
  const call = { path: "/inferences", timeoutMs, body };
  await bench.client.stream({ ...call, signal: leaving.signal });
  const stalled = await until("the provider writes", () => streams[0]);
  const { chunks } = await bench.client.stream(call);
  let bytes = 0;
  for await (const chunk of chunks) bytes += chunk.length;
  expect(bytes).toBeGreaterThan(LONG);
  expect(stalled.bytes).toBeLessThan(UNREAD);
  leaving.abort();
  await until("the provider's connection is closed", () => stalled.isClosed === true);
});

test("A stream that the gateway does not read is closed after the deadline, which frees its slot", async () => {
  const call = { path: "/inferences", timeoutMs };
  const late = { job: conversationOf({ deadline: deadlineIn(500) }), stream: true };
  for (const _slot of [1, 2]) await bench.client.stream({ ...call, body: late });
  await until("both have ended", async () => (await bench.ends())["deadline_passed"] === 2);
  await until("the provider's connections are closed", () => streams.every((one) => one.isClosed));
  const next = { job: conversationOf(), stream: true };
  const { chunks } = await bench.client.stream({ ...call, body: next });
  for await (const _chunk of chunks) break;
});
