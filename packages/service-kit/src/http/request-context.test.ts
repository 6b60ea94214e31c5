import { beforeEach, describe, expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import express, { type Express } from "express";
import request from "supertest";
import { createLogger, createMetrics, type Metrics } from "../telemetry/index.ts";
import { contextOf, requestContext } from "./request-context.ts";

let lines: string[];
let metrics: Metrics;
beforeEach(() => {
  lines = [];
  metrics = createMetrics("test");
});

function appWith(trustCaller: boolean): Express {
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ service: "test", level: "info", destination });
  return express()
    .use(requestContext({ log, metrics, trustCaller }))
    .get("/item/:id", (_req, res) => void res.json(contextOf(res)));
}

const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

describe("Request ids on the public port", () => {
  test("a request gets a generated id; the client's id is returned as x-client-request-id and not logged", async () => {
    const response = await request(appWith(false)).get("/item/1").set("x-request-id", "client-1");
    expect(response.get("x-request-id")).toMatch(/^req_[0-9a-f]{32}$/);
    expect(response.get("x-client-request-id")).toBe("client-1");
    expect(response.body.requestId).toBe(response.get("x-request-id"));
    await until("the line is logged", () => lines.length > 0);
    expect(lines.join("")).not.toContain("client-1");
  });

  test.each(["a b", "a\tb", "x".repeat(65), "ann@example.org", "<script>"])(
    "an invalid id from the client, %p, is not returned",
    async (id) => {
      const response = await request(appWith(false)).get("/item/1").set("x-request-id", id);
      expect(response.get("x-client-request-id")).toBeUndefined();
      expect(response.get("x-request-id")).toMatch(/^req_/);
    },
  );

  test("different requests get different ids", async () => {
    const app = appWith(false);
    const ids = await Promise.all([1, 2, 3].map(() => request(app).get("/item/1")));
    expect(new Set(ids.map((response) => response.body.requestId)).size).toBe(3);
  });
});

describe("Request ids between services", () => {
  test("the calling service's id is used, and not returned as x-client-request-id", async () => {
    const response = await request(appWith(true)).get("/item/1").set("x-request-id", "tok_1");
    expect(response.get("x-request-id")).toBe("tok_1");
    expect(response.get("x-client-request-id")).toBeUndefined();
  });

  test.each(["", "a b", "x".repeat(65)])(
    "an invalid id from the calling service (%p) is replaced with a generated one",
    async (id) => {
      const response = await request(appWith(true)).get("/item/1").set("x-request-id", id);
      expect(response.get("x-request-id")).toMatch(/^req_[0-9a-f]{32}$/);
    },
  );
});

test("A trace context that a caller sends is neither in the request's context nor in the log", async () => {
  const { body } = await request(appWith(true)).get("/item/1").set("traceparent", parent);
  await until("the line is logged", () => lines.length > 0);
  expect(JSON.stringify(body) + lines.join("")).not.toContain(parent.slice(3, 35));
});

test("Logs and metrics contain the route's pattern, never the path", async () => {
  const app = appWith(false);
  await request(app).get("/item/ann@example.org?q=ann@example.org");
  await request(app).get("/ann@example.org");
  await until("both lines are logged", () => lines.length === 2);
  const routes = lines.map((line) => JSON.parse(line).route);
  expect(routes).toEqual(["/item/:id", "unmatched"]);
  expect(lines.join("") + (await metrics.registry.metrics())).not.toContain("ann@");
});

test("contextOf throws a TypeError when requestContext is not installed", async () => {
  const app = express().get("/", (_req, res) => void res.json(contextOf(res)));
  app.use(((error, _req, res, _next) => {
    res.status(500).json({ name: (error as Error).name });
  }) satisfies express.ErrorRequestHandler);
  expect((await request(app).get("/")).body).toEqual({ name: "TypeError" });
});
