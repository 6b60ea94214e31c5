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

/** Waits. May reject when `gone` is aborted. */
export type Sleep = (ms: number, gone: AbortSignal) => Promise<unknown>;

/**
 * Pauses. The pause ends when the client disconnects, because otherwise it would keep the process
 * alive.
 */
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
  /** The ping as written on the wire. */
  readonly ping: string;
}

export async function sendEvents(
  res: ServerResponse,
  stream: Stream,
  mode: SimulatorMode,
  sleep: Sleep,
): Promise<void> {
  const { pace_ms = 0, fault, pings = false } = mode;
  res.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  const texts = eventsSent(stream, mode).map(
    (event) => (pings ? stream.ping : "") + writeEvent(event),
  );
  const { split_at, close_at } = mode;
  if (split_at !== undefined || close_at !== undefined)
    return sendInTwo(res, bytesOf(texts.join(""), mode), mode);
  for (const text of texts) {
    if (res.destroyed) return;
    for (const part of partsOf(text, mode)) res.write(part);
    if (pace_ms > 0) await pause(res, pace_ms, sleep);
  }
  if (fault === "cut") cutAfterFlush(res);
  else res.end();
}

/** Sends the bytes in two parts, the second after the kernel has accepted the first. */
async function sendInTwo(
  res: ServerResponse,
  bytes: Buffer,
  { split_at, close_at }: SimulatorMode,
): Promise<void> {
  const at = close_at ?? split_at ?? 0;
  res.flushHeaders();
  if (at > 0)
    await new Promise<void>((resolve) => res.write(bytes.subarray(0, at), () => resolve()));
  if (close_at === undefined) res.end(bytes.subarray(at));
  else setImmediate(() => res.destroy());
}

function bytesOf(text: string, { crlf }: SimulatorMode): Buffer {
  return Buffer.from(crlf ? text.replaceAll("\n", "\r\n") : text);
}

function* partsOf(text: string, mode: SimulatorMode): Generator<Buffer> {
  const bytes = bytesOf(text, mode);
  const size = mode.chunk_bytes ?? bytes.length;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function eventsSent({ events, error }: Stream, { fault, error_after }: SimulatorMode) {
  if (fault === undefined || !STREAM_FAULTS.has(fault)) return events;
  const half = events.slice(0, error_after ?? events.length / 2);
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
