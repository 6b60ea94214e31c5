import { expect, test } from "@jest/globals";
import { createTestTrust } from "@veil/testing";
import { type RequestHandler, Router } from "express";
import request from "supertest";
import { createMetrics, silentLogger as log } from "../telemetry/index.ts";
import { createTokenIssuer } from "./client/token-issuer.ts";
import { createInternalApp } from "./internal-app.ts";

const { trust, keysOf } = createTestTrust();

function serve(routes: RequestHandler, trustCaller?: boolean) {
  const metrics = createMetrics("test");
  const identity = { service: "audit", allowed: ["edge-gateway"], trust } as const;
  return createInternalApp(
    { ...identity, log, metrics, ...(trustCaller !== undefined && { trustCaller }) },
    routes,
  );
}

const item = Router().get("/item", (_req, res) => void res.json({ id: "1" }));

async function get(app: ReturnType<typeof serve>, path: string) {
  const bearer = await createTokenIssuer(keysOf("edge-gateway")).tokenFor("audit");
  return request(app)
    .get(path)
    .auth(bearer, { type: "bearer" })
    .set("x-request-id", "req_of_caller");
}

test("The response to an allowed caller has neither X-Powered-By nor an ETag", async () => {
  const response = await get(serve(item), "/item");
  expect([response.status, response.body]).toEqual([200, { id: "1" }]);
  expect(response.headers).not.toHaveProperty("x-powered-by");
  expect(response.headers).not.toHaveProperty("etag");
});

test.each(["/item", "/nowhere"])(
  "A request for %s without a token gets 401 and reaches no route",
  async (path) => {
    const seen: string[] = [];
    const app = serve((req, _res, next) => {
      seen.push(req.path);
      next();
    });
    const response = await request(app).get(path);
    expect([response.status, response.body.error]).toEqual([401, "caller_not_authenticated"]);
    expect(seen).toEqual([]);
  },
);

test("An unknown path gets 404 not_found, and a route that throws gets 500 internal_error", async () => {
  const app = serve((req) => {
    throw new Error(`no luck with ${req.path}`);
  });
  const thrown = await get(app, "/item");
  expect([thrown.status, thrown.body.error]).toEqual([500, "internal_error"]);
  const unknown = await get(serve(item), "/nowhere");
  expect([unknown.status, unknown.body.error]).toEqual([404, "not_found"]);
});

test("The caller's request id is used only with trustCaller", async () => {
  const idOf = async (trustCaller?: boolean) =>
    (await get(serve(item, trustCaller), "/item")).get("x-request-id");
  expect(await idOf(true)).toBe("req_of_caller");
  expect(await idOf(false)).not.toBe("req_of_caller");
  expect(await idOf()).not.toBe("req_of_caller");
});
