import { describe, expect, test } from "@jest/globals";
import request from "supertest";
import { createLogger, createMetrics } from "../telemetry/index.ts";
import { createOpsApp, type ReadyCheck } from "./ops-app.ts";

const secret = "postgres://user:hunter2@db";

function ops(ready: () => Promise<readonly ReadyCheck[]>) {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const app = createOpsApp({
    service: "bridge",
    metrics: createMetrics("bridge"),
    log: createLogger({ service: "bridge", level: "info", destination }),
    ready,
    invariant: async () => ({ zone: "identity" }),
  });
  return { app, lines };
}

describe("The operator's port", () => {
  const { app } = ops(async () => [{ name: "database", ok: true }]);

  test.each([
    ["/health", { service: "bridge", status: "ok" }],
    ["/ready", { service: "bridge", status: "ready", checks: [{ name: "database", ok: true }] }],
    ["/invariant", { service: "bridge", zone: "identity" }],
  ])("GET %s returns 200 with a JSON body", async (path, body) => {
    const response = await request(app).get(path);
    expect([response.status, response.body]).toEqual([200, body]);
  });

  test("GET /metrics returns metrics in the Prometheus format", async () => {
    const response = await request(app).get("/metrics");
    expect(response.get("content-type")).toMatch(/^text\/plain/);
    expect(response.text).toContain("# TYPE veil_http_request_duration_seconds histogram");
  });

  test.each([
    ["get", "/nowhere", 404, "not_found"],
    ["get", "/%", 404, "not_found"],
    ["post", "/health", 405, "method_not_allowed"],
  ] as const)("%s %s returns a JSON error", async (method, path, status, error) => {
    const response = await request(app)[method](path);
    expect([response.status, response.body.error]).toEqual([status, error]);
  });
});

test("When a check fails, /ready returns 503 and names the check", async () => {
  const { app } = ops(async () => [
    { name: "database", ok: false },
    { name: "queue", ok: true },
  ]);
  const response = await request(app).get("/ready");
  expect([response.status, response.body.status]).toEqual([503, "not_ready"]);
  expect(response.body.checks).toContainEqual({ name: "database", ok: false });
  expect((await request(app).get("/health")).status).toBe(200);
});

test("When a check throws, its message appears neither in the response nor in the log", async () => {
  const { app, lines } = ops(() => Promise.reject(new Error(secret)));
  const response = await request(app).get("/ready");
  expect([response.status, response.body.error]).toEqual([500, "internal_error"]);
  expect(lines.join("")).toContain("operator_request_failed");
  expect(response.text + lines.join("")).not.toContain("hunter2");
});
