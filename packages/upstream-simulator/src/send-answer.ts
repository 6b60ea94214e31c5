import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { type ServerSentEvent, writeEvent } from "@veil/llm-dialects";
import { type Fault, type SimulatorMode, STREAM_FAULTS } from "./simulator-mode.ts";

export function sendJson(
  res: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(body);
  res.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    ...headers,
  });
  res.end(text);
}

/** May reject when `gone` is aborted. */
export type Sleep = (ms: number, gone: AbortSignal) => Promise<unknown>;

/** Ends when the client leaves: otherwise it would keep the process alive. */
export async function pause(res: ServerResponse, ms: number, sleep: Sleep): Promise<void> {
  if (res.destroyed) return;
  const gone = new AbortController();
  const abort = () => gone.abort();
  res.once("close", abort);
  try {
    await sleep(ms, gone.signal);
  } finally {
    res.off("close", abort);
  }
}

interface Stream {
  readonly events: readonly ServerSentEvent[];
  readonly error: ServerSentEvent;
}

export async function sendEvents(
  res: ServerResponse,
  stream: Stream,
  { pace_ms = 0, fault }: SimulatorMode,
  sleep: Sleep,
): Promise<void> {
  res.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  for (const event of eventsSent(stream, fault)) {
    if (res.destroyed) return;
    res.write(writeEvent(event));
    if (pace_ms > 0) await pause(res, pace_ms, sleep);
  }
  if (fault === "cut") cutAfterFlush(res);
  else res.end();
}

function eventsSent({ events, error }: Stream, fault: Fault | undefined) {
  if (fault === undefined || !STREAM_FAULTS.has(fault)) return events;
  const half = events.slice(0, events.length / 2);
  if (fault === "error_event") return [...half, error];
  return fault === "garbage_event" ? [...half, { data: "upstream is having a moment" }] : half;
}

export async function sendFault(res: ServerResponse, fault: Fault, body: object): Promise<void> {
  const text = JSON.stringify(body);
  const half = text.slice(0, text.length / 2);
  switch (fault) {
    case "reset":
      res.socket?.resetAndDestroy();
      return;
    case "hang":
      return;
    case "stall":
      writeHead(res);
      res.flushHeaders();
      return;
    case "stall_in_body":
      writeHead(res, Buffer.byteLength(text));
      res.write(half);
      return;
    case "cut":
      writeHead(res, Buffer.byteLength(text));
      res.write(half);
      return cutAfterFlush(res);
    case "garbage":
      res.writeHead(200, { "content-type": "text/html" });
      res.end("<html><body>upstream is having a moment</body></html>");
      return;
    case "truncated":
      writeHead(res, Buffer.byteLength(half));
      res.end(half);
      return;
    case "wrong_shape":
    case "error_event":
    case "garbage_event":
      return sendJson(res, 200, { result: { items: [1, 2, 3] }, content: 42, choices: "none" });
    case "huge":
      return sendWithoutEnd(res);
  }
}

function writeHead(res: ServerResponse, length?: number): void {
  res.writeHead(200, {
    "content-type": "application/json",
    ...(length !== undefined && { "content-length": length }),
  });
}

function cutAfterFlush(res: ServerResponse): void {
  res.write("", () => setImmediate(() => res.destroy()));
}

async function sendWithoutEnd(res: ServerResponse): Promise<void> {
  writeHead(res);
  const chunk = Buffer.alloc(64 * 1024, "x");
  res.write('{"filler":"');
  const closed = once(res, "close");
  while (!res.destroyed) {
    if (!res.write(chunk)) await Promise.race([once(res, "drain"), closed]);
  }
}
