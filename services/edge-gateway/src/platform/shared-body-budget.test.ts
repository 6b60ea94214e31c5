import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import {
  errorHandler,
  jsonBody,
  type Listener,
  listen,
  requestContext,
} from "@veil/service-kit/http";
import { createMetrics, silentLogger } from "@veil/service-kit/telemetry";
import { until } from "@veil/testing";
import express, { type Response } from "express";
import { sharedBodyBudget } from "./shared-body-budget.ts";

const MB = 1024 * 1024;
const LIMIT = 4 * MB;
const budget = { maxBytes: 8 * MB, maxBytesPerCustomer: 5 * MB };

let listener: Listener;
let arrived = 0;
const held: Response[] = [];
const sockets: Socket[] = [];

beforeEach(async () => {
  const app = express();
  app.use(requestContext({ log: silentLogger, metrics: createMetrics("test") }));
  app.use((req, res, next) => {
    arrived += 1;
    res.locals["caller"] = { kind: "key", customerId: req.get("x-api-key") };
    next();
  });
  const body = jsonBody({
    limitBytes: LIMIT,
    budget: sharedBodyBudget(budget, "rate_limited")((res) => res.locals["caller"]),
  });
  app.post("/", body, (_req, res) => void res.json({}));
  app.post("/held", body, (_req, res) => void held.push(res));
  app.use(errorHandler(silentLogger));
  listener = await listen(app, { host: "127.0.0.1", port: 0 });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  held.length = 0;
  arrived = 0;
  await listener.close(0);
});

async function announce(customer: string, announced: number, sent = "") {
  const socket = connect(listener.port, "127.0.0.1");
  sockets.push(socket);
  let received = "";
  socket.setEncoding("utf8").on("data", (text) => {
    received += text;
  });
  socket.on("error", () => undefined);
  await once(socket, "connect");
  const before = arrived;
  const head = `POST / HTTP/1.1\r\nHost: x\r\nx-api-key: ${customer}\r\n`;
  socket.write(`${head}Content-Length: ${announced}\r\n\r\n${sent}`);
  await until("the request has come", () => arrived > before);
  return { socket, text: () => received };
}

async function post(customer: string, megabytes: number, path = "/") {
  const body = JSON.stringify("x".repeat(megabytes * MB - 2));
  const headers = { "x-api-key": customer };
  const response = await fetch(`${listener.url}${path}`, { method: "POST", headers, body });
  return { status: response.status, body: (await response.json()) as { error?: string } };
}

async function hold(customer: string, megabytes: number) {
  const before = held.length;
  const answer = post(customer, megabytes, "/held");
  await until("it is held", () => held.length > before);
  const res = held[before];
  return async () => {
    res?.json({});
    await answer;
  };
}

describe("sharedBodyBudget", () => {
  test("When one customer announces ten large bodies and sends one byte of each, then bodies of other customers are still accepted", async () => {
    for (let i = 0; i < 10; i++) await announce("slow", LIMIT, "1");
    expect((await post("other", 4)).status).toBe(200);
    expect((await post("other", 1)).status).toBe(200);
  });

  test("When a customer's bodies use up the customer's share, then only this customer gets 429, until one of the bodies is freed", async () => {
    const end = await hold("large", 4);
    expect(await post("large", 2)).toEqual({
      status: 429,
      body: expect.objectContaining({ error: "rate_limited", retry_after_seconds: 1 }),
    });
    expect((await post("other", 2)).status).toBe(200);
    await end();
    await until("there is room", async () => (await post("large", 2)).status === 200);
  });

  test("When the bodies of all customers use up the budget, then requests get 503 server_busy, until one of the bodies is freed", async () => {
    const ends = [await hold("a", 4), await hold("b", 3)];
    expect(await post("c", 2)).toEqual({
      status: 503,
      body: expect.objectContaining({ error: "server_busy", retry_after_seconds: 1 }),
    });
    for (const end of ends) await end();
    await until("there is room", async () => (await post("c", 4)).status === 200);
  });
});
