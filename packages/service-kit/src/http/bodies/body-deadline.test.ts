import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import express from "express";
import { createMetrics, silentLogger } from "../../telemetry/index.ts";
import { errorHandler } from "../errors.ts";
import { requestContext } from "../request-context.ts";
import { listen } from "../server.ts";
import { longestBodyMs, startBodyDeadline } from "./body-deadline.ts";
import { jsonBody } from "./json-body.ts";

const KB_64 = 64 * 1024;
let late = false;
const start = (announced?: number) =>
  startBodyDeadline(announced, () => {
    late = true;
  });

beforeEach(() => {
  late = false;
  jest.useFakeTimers();
});
afterEach(() => void jest.useRealTimers());

function passesBetween(beforeMs: number, afterMs: number): boolean {
  jest.advanceTimersByTime(beforeMs);
  const early = late;
  jest.advanceTimersByTime(afterMs - beforeMs);
  return !early && late;
}

test.each([
  [0, 10_000],
  [KB_64, 11_000],
  [64 * KB_64, 74_000],
])(
  "a body with a Content-Length of %i bytes has a deadline of %i ms, even if it arrives at once",
  (announced, deadlineMs) => {
    const { arrived } = start(announced);
    arrived(announced);
    expect(passesBetween(deadlineMs - 1, deadlineMs)).toBe(true);
  },
);

test("a body of unknown length has a deadline of 10 s plus 1 s for each 64 kB that have arrived", () => {
  const { arrived } = start();
  arrived(KB_64);
  jest.advanceTimersByTime(10_500);
  arrived(KB_64);
  expect(passesBetween(1_499, 1_501)).toBe(true);
});

test("a body of unknown length has a deadline of 10 s if none of it arrives", () => {
  start();
  expect(passesBetween(9_999, 10_000)).toBe(true);
});

test("a stopped deadline never fires, even if it was extended before", () => {
  const { arrived, stop } = start();
  arrived(10 * KB_64);
  jest.advanceTimersByTime(15_000);
  stop();
  jest.advanceTimersByTime(600_000);
  expect(late).toBe(false);
});

test("longestBodyMs returns 74 s for a limit of 4 MB", () => {
  expect(longestBodyMs(4 * 1024 * 1024)).toBe(74_000);
});

/** Timers that must stay real because sockets and streams need them. */
const UNFAKED = [
  "Date",
  "nextTick",
  "performance",
  "queueMicrotask",
  "setImmediate",
  "setInterval",
] as const;

test("a request whose body does not arrive in time gets 408 request_timeout, and its connection is closed", async () => {
  jest.useFakeTimers({ doNotFake: [...UNFAKED] });
  let reached = false;
  const app = express()
    .use(requestContext({ log: silentLogger, metrics: createMetrics("test") }))
    .use((_req, _res, next) => {
      reached = true;
      next();
    })
    .use(jsonBody({ limitBytes: 2 * KB_64 }), errorHandler(silentLogger));
  const listener = await listen(app, { host: "127.0.0.1", port: 0 });
  const client = connect(listener.port, "127.0.0.1").setEncoding("utf8");
  client.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${KB_64}\r\n\r\n1`);
  while (!reached) await new Promise((resolve) => setImmediate(resolve));
  const [answered, closed] = [once(client, "data"), once(client, "close")];
  jest.advanceTimersByTime(11_000);
  const text = String(await answered);
  expect(text).toMatch(/^HTTP\/1\.1 408 /);
  expect(text).toMatch(/^connection: close\r$/im);
  expect(text).toContain('"error":"request_timeout"');
  await closed;
  jest.useRealTimers();
  await listener.close(0);
});
