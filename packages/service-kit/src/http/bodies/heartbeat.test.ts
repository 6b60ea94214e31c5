import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "@jest/globals";
import express, { type Response } from "express";
import { createHttpClient } from "../client/http-client.ts";
import { EVENTS_HEARTBEAT, endWithJson, JSON_HEARTBEAT, withHeartbeat } from "./heartbeat.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function clientOf(answer: (res: Response) => Promise<void>) {
  const app = express();
  app.get("/", (_req, res) => answer(res));
  const server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createHttpClient({ baseUrl, connections: 1, connectTimeoutMs: 10_000 });
  closing.push(
    () => server.close(),
    () => server.closeAllConnections(),
    () => client.close(),
  );
  return client;
}

const GET = { path: "/", headers: {} };
const PATIENT_MS = 60_000;
const intervalMs = 10;
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Resolves after `count` heartbeats were written. */
function beats(res: Response, count: number): Promise<void> {
  return new Promise((resolve) => {
    const write = res.write.bind(res);
    let written = 0;
    res.write = ((text: string) => {
      written += 1;
      if (written === count) resolve();
      return write(text);
    }) as Response["write"];
  });
}

test("Heartbeats keep a call open whose response takes many times the caller's silence limit", async () => {
  const client = await clientOf(async (res) => {
    await withHeartbeat(res, { beat: JSON_HEARTBEAT, intervalMs }, beats(res, 60));
    endWithJson(res, { result: "[PERSON_1]" });
  });
  const { status, headers, bytes } = await client.exchange(GET, PATIENT_MS, 300);
  expect([status, headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
  expect(textOf(bytes)).toMatch(/^ {60,}\{/);
  expect(JSON.parse(textOf(bytes))).toEqual({ result: "[PERSON_1]" });
});

test("A fast response contains no heartbeat, and can still have an error status", async () => {
  const client = await clientOf(async (res) => {
    await withHeartbeat(res, { beat: JSON_HEARTBEAT }, Promise.resolve());
    res.status(503);
    endWithJson(res, {});
  });
  const { status } = await client.exchange(GET, PATIENT_MS, 300);
  expect(status).toBe(503);
});

test("A call that gets neither a head nor a heartbeat times out at the silence limit", async () => {
  const client = await clientOf(() => new Promise(() => undefined));
  await expect(client.exchange(GET, PATIENT_MS, 100)).rejects.toMatchObject({ failure: "timeout" });
});

test("A call whose heartbeats stop before the response times out", async () => {
  const client = await clientOf(async (res) => {
    await withHeartbeat(res, { beat: JSON_HEARTBEAT, intervalMs }, beats(res, 3));
  });
  await expect(client.exchange(GET, PATIENT_MS, 300)).rejects.toMatchObject({ failure: "timeout" });
});

test("Heartbeats in the form of comments keep a silent event stream open", async () => {
  const client = await clientOf(async (res) => {
    res.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
    await withHeartbeat(res, { beat: EVENTS_HEARTBEAT, intervalMs }, beats(res, 60));
    res.end("data: 1\n\n");
  });
  const { chunks } = await client.stream(GET, 300);
  let text = "";
  for await (const chunk of chunks) text += textOf(chunk);
  expect(text).toMatch(/^(:\n\n){60,}data: 1\n\n$/);
});
