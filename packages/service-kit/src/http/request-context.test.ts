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

describe("On the public port", () => {
  test("the request id is ours; the client's id is only returned beside it", async () => {
    const response = await request(appWith(false)).get("/item/1").set("x-request-id", "client-1");
    expect(response.get("x-request-id")).toMatch(/^req_[0-9a-f]{32}$/);
    expect(response.get("x-client-request-id")).toBe("client-1");
    expect(response.body.requestId).toBe(response.get("x-request-id"));
    await until("the line is logged", () => lines.length > 0);
    expect(lines.join("")).not.toContain("client-1");
  });

  test.each(["a b", "a\tb", "x".repeat(65), "ann@example.org", "<script>"])(
    "the client's invalid id %p is not returned",
    async (id) => {
      const response = await request(appWith(false)).get("/item/1").set("x-request-id", id);
      expect(response.get("x-client-request-id")).toBeUndefined();
      expect(response.get("x-request-id")).toMatch(/^req_/);
    },
  );

  test("two requests never share an id", async () => {
    const app = appWith(false);
    const ids = await Promise.all([1, 2, 3].map(() => request(app).get("/item/1")));
    expect(new Set(ids.map((response) => response.body.requestId)).size).toBe(3);
  });
});

describe("Between services", () => {
  test("the caller's id is used, and not reported as a client's", async () => {
    const response = await request(appWith(true)).get("/item/1").set("x-request-id", "tok_1");
    expect(response.get("x-request-id")).toBe("tok_1");
    expect(response.get("x-client-request-id")).toBeUndefined();
  });

  test.each(["", "a b", "x".repeat(65)])("an invalid id (%p) is replaced", async (id) => {
    const response = await request(appWith(true)).get("/item/1").set("x-request-id", id);
    expect(response.get("x-request-id")).toMatch(/^req_[0-9a-f]{32}$/);
  });
});

describe("The trace", () => {
  test("continues the caller's", async () => {
    const { body } = await request(appWith(true)).get("/item/1").set("traceparent", parent);
    expect(body.traceparent.slice(0, 36)).toBe(parent.slice(0, 36));
    expect(body.traceparent).not.toBe(parent);
  });

  test("is not logged", async () => {
    await request(appWith(true)).get("/item/1").set("traceparent", parent);
    await until("the line is logged", () => lines.length > 0);
    expect(lines.join("")).not.toContain("0af7651916cd43dd8448eb211c80319c");
  });
});

test("Logs and metrics have the route's pattern, never the path", async () => {
  const app = appWith(false);
  await request(app).get("/item/ann@example.org?q=ann@example.org");
  await request(app).get("/ann@example.org");
  await until("both lines are logged", () => lines.length === 2);
  const routes = lines.map((line) => JSON.parse(line).route);
  expect(routes).toEqual(["/item/:id", "unmatched"]);
  expect(lines.join("") + (await metrics.registry.metrics())).not.toContain("ann@");
});

test("contextOf throws when the context is not installed", async () => {
  const app = express().get("/", (_req, res) => void res.json(contextOf(res)));
  app.use(((error, _req, res, _next) => {
    res.status(500).json({ name: (error as Error).name });
  }) satisfies express.ErrorRequestHandler);
  expect((await request(app).get("/")).body).toEqual({ name: "TypeError" });
});
