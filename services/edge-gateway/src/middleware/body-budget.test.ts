import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { errorHandler, type Listener, listen, requestContext } from "@veil/http-kit";
import { createMetrics, silentLogger } from "@veil/telemetry";
import { until } from "@veil/testing";
import express, { type Response } from "express";
import { bodyBudget } from "./body-budget.ts";

let listener: Listener;
const waiting: Response[] = [];

beforeAll(async () => {
  const app = express();
  app.use(requestContext({ log: silentLogger, metrics: createMetrics("test") }));
  app.post("/", bodyBudget({ maxBytes: 10, limitBytes: 8 }), (req, res) => {
    req.resume();
    waiting.push(res);
  });
  app.use(errorHandler(silentLogger));
  listener = await listen(app, { host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await listener.close(0);
});

const post = (body: string) => fetch(listener.url, { method: "POST", body });

test("When the bodies in hand use up the budget, then 503, and again room when one has ended", async () => {
  const first = post("12345678");
  await until("the first is in hand", () => waiting.length === 1);
  const refused = await post("123");
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("1");
  await refused.text();

  const [held] = waiting;
  held?.end();
  if (held && !held.closed) await once(held, "close");
  await (await first).text();
  const third = post("123");
  await until("the third is in hand", () => waiting.length === 2);
  waiting[1]?.end();
  expect((await third).status).toBe(200);
});
