import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Express } from "express";
import request from "supertest";
import { startWholeApp, type WholeApp } from "./support/whole-app.ts";

const CUSTOMERS_KEY = { family: "svc", developer: false } as const;
const DEVELOPER_KEY = { family: "gw_live", developer: true } as const;
const USAGE = "GET /api/v1/usage";
/** Everything that is answered without a key. */
const PUBLIC = [
  "GET /health",
  "GET /ready",
  "GET /invariant",
  "GET /.well-known/veil-keys.json",
  "POST /api/v1/register",
  "POST /api/v1/scan",
];

let whole: WholeApp;
beforeAll(async () => {
  whole = await startWholeApp();
});
afterAll(() => whole.close());

/** Every method of every path that the app registers. */
function registered({ router }: Express): string[] {
  return router.stack.flatMap(({ route }) => {
    const methods = route?.stack.map(({ method }) => method).filter((method) => method) ?? [];
    return [...new Set(methods)].map((method) => `${method.toUpperCase()} ${route?.path}`);
  });
}

const call = (endpoint: string, headers: Record<string, string> = {}) => {
  const [method = "", path = ""] = endpoint.split(" ");
  const sent = request(whole.app)[method.toLowerCase() as "get"](path.replace(/:\w+/, "x"));
  return sent.set(headers);
};

describe("Every endpoint that the app registers", () => {
  test("asks for a key, but for the public ones", async () => {
    const open = [];
    for (const endpoint of registered(whole.app)) {
      const { body } = await call(endpoint);
      if (body.error !== "missing_api_key") open.push(endpoint);
    }
    expect(open).toEqual(PUBLIC);
  });

  test("that asks for a key refuses a developer key with a hint, but for the usage", async () => {
    const key = await whole.key(DEVELOPER_KEY);
    const asking = registered(whole.app).filter((endpoint) => !PUBLIC.includes(endpoint));
    expect(asking).toContain("DELETE /api/v1/account/entity-lists/:list_id");
    for (const endpoint of asking.filter((other) => other !== USAGE)) {
      const { status, body } = await call(endpoint, { "x-api-key": key });
      expect([endpoint, status, body.error]).toEqual([endpoint, 403, "tier_insufficient"]);
      expect(body.hint).toEqual(expect.any(String));
    }
    expect((await call(USAGE, { "x-api-key": key })).status).toBe(200);
  });

  test("that asks for a key takes one that is not for development, of either family", async () => {
    for (const family of ["svc", "gw_live"] as const) {
      const key = await whole.key({ ...CUSTOMERS_KEY, family });
      for (const endpoint of ["GET /api/v1/account/entity-lists", USAGE])
        expect((await call(endpoint, { "x-api-key": key })).status).toBe(200);
    }
  });
});
