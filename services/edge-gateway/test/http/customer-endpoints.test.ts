import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { parseApiKey } from "../../src/modules/accounts/keys/api-key.ts";
import { freshEmail } from "../support/fresh.ts";
import { registeredEndpoints } from "../support/registered-endpoints.ts";
import { sessionOf } from "../support/session-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const DEVELOPER_KEY = { family: "gw_live", developer: true } as const;
const USAGE = "GET /api/v1/usage";
const NATIVE_CALL = "POST /api/v1/proxy/messages";
/** Does not exist for keys without the extension, but counts their calls. */
const RESPONSES = "POST /v1/responses";
const SDK_CALLS = ["POST /v1/messages", "POST /v1/chat/completions", RESPONSES];
const SDK_READS = ["POST /v1/messages/count_tokens", "GET /v1/models", "GET /v1/models/:model_id"];
const MCP = "POST /api/v1/mcp/messages";
const PREVIEW = "POST /api/v1/account/preview";
const INFERENCE = [NATIVE_CALL, ...SDK_CALLS];
const PER_MINUTE = 3;
/**
 * The public endpoints. They are listed here instead of being read from the table of operations, so
 * that a wrong row makes the test fail.
 */
const PUBLIC = [
  "GET /",
  "GET /health",
  "GET /ready",
  "GET /invariant",
  "GET /.well-known/veil-keys.json",
  "GET /portal{/*page}",
  "GET /portal/assets/:name",
  "GET /openapi.json",
  "GET /docs",
  "GET /docs/open.js",
  "GET /docs/swagger-ui.css",
  "GET /docs/swagger-ui-bundle.js",
  "POST /api/v1/register",
  "POST /api/v1/scan",
  "POST /api/v1/auth/login",
  "POST /api/v1/auth/logout",
  "GET /api/v1/auth/methods",
  "GET /api/v1/auth/oidc/:provider_id",
  "GET /api/v1/auth/oidc/:provider_id/callback",
  "GET /api/v1/veil/certificate/:request_id/public",
  "GET /api/v1/veil/certificate/:request_id/summary",
  "GET /veil/verify",
  "GET /veil/verifier.js",
];
const SESSIONS = ["GET /api/v1/auth/session", "GET /api/v1/account/audit"];
/** The error code of the operators' endpoints, by the first part of their path. */
const OPERATORS = { admin: "admin_unauthorized", website: "website_unauthorized" } as const;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    ACCOUNT_CALLS_PER_MINUTE: String(PER_MINUTE),
    ...{ VEIL_ENABLED: "true", RESPONSES_ENABLED: "true" },
  });
});
afterAll(() => gateway.close());

const keyOf = async (order: Parameters<TestGateway["provision"]>[0] = {}) =>
  (await gateway.provision(order)).apiKey;

const asking = () =>
  forCustomers().filter((endpoint) => ![...PUBLIC, ...SESSIONS].includes(endpoint));

const of = (operator: string) => (endpoint: string) => endpoint.includes(` /api/v1/${operator}/`);
const forCustomers = () =>
  registeredEndpoints(gateway.app).filter(
    (endpoint) => !Object.keys(OPERATORS).some((operator) => of(operator)(endpoint)),
  );

const call = (endpoint: string, headers: Record<string, string> = {}) => {
  const [method = "", path = ""] = endpoint.split(" ");
  const sent = request(gateway.app)[method.toLowerCase() as "get"](path.replace(/:\w+/, "x"));
  return sent.set(headers);
};

describeWithServer("postgres", "Every endpoint that the app registers", () => {
  test("every endpoint requires a key, except public and session endpoints", async () => {
    const open = [];
    for (const endpoint of forCustomers()) {
      const { body } = await call(endpoint);
      if (body.error !== "missing_api_key") open.push(endpoint);
    }
    expect(open.toSorted()).toEqual([...PUBLIC, ...SESSIONS].toSorted());
    const key = await keyOf();
    for (const endpoint of SESSIONS)
      for (const headers of [{}, { "x-api-key": key }])
        expect((await call(endpoint, headers)).body.error).toBe("session_required");
  });

  test.each(Object.entries(OPERATORS))(
    "every endpoint below %s is only for operators",
    async (operator, code) => {
      const cookie = await sessionOf(gateway, { api_key: await keyOf() });
      const key = await keyOf({ tier: "enterprise" });
      const endpoints = registeredEndpoints(gateway.app).filter(of(operator));
      expect(endpoints.length).toBeGreaterThan(0);
      const presented = [{}, { "x-api-key": key }, { cookie }, { "x-admin-key": "" }];
      for (const endpoint of endpoints)
        for (const headers of presented) {
          const { status, body } = await call(endpoint, headers);
          expect([endpoint, status, body.error]).toEqual([endpoint, 401, code]);
        }
    },
  );

  test("every endpoint with a key, except the usage and SDK calls, refuses a developer key with a hint", async () => {
    const key = await keyOf(DEVELOPER_KEY);
    expect(asking()).toContain("DELETE /api/v1/account/entity-lists/:list_id");
    for (const endpoint of asking().filter(
      (other) => ![USAGE, ...SDK_CALLS, ...SDK_READS].includes(other),
    )) {
      const { status, body } = await call(endpoint, { "x-api-key": key });
      expect([endpoint, status, body.error]).toEqual([endpoint, 403, "tier_insufficient"]);
      expect(body.hint).toEqual(expect.any(String));
    }
    expect((await call(USAGE, { "x-api-key": key })).status).toBe(200);
    for (const endpoint of [...SDK_CALLS, ...SDK_READS])
      expect((await call(endpoint, { "x-api-key": key })).status).not.toBe(403);
  });

  test("every endpoint with a key, except the usage, refuses a key with an expired license", async () => {
    for (const order of [{}, DEVELOPER_KEY]) {
      const key = await keyOf({ ...order, licenseExpiresAt: new Date("2020-01-31") });
      for (const endpoint of asking().filter((other) => other !== USAGE)) {
        const { status, body } = await call(endpoint, { "x-api-key": key });
        expect([endpoint, status, body.error]).toEqual([endpoint, 403, "license_expired"]);
      }
      expect((await call(USAGE, { "x-api-key": key })).status).toBe(200);
    }
  });

  test("every endpoint with a key accepts keys of both families", async () => {
    for (const family of ["svc", "gw_live"] as const) {
      const key = await keyOf({ family });
      for (const endpoint of ["GET /api/v1/account/entity-lists", USAGE])
        expect((await call(endpoint, { "x-api-key": key })).status).toBe(200);
    }
  });
});

describeWithServer("postgres", "The limit on a customer's calls per minute", () => {
  const useUp = async (key: string) => {
    for (let count = 0; count < PER_MINUTE; count++)
      expect((await call(USAGE, { "x-api-key": key })).status).toBe(200);
  };

  // @spec ERR-19
  test("the limit applies at every endpoint that requires a key, except inference, previews and compliance, and the refusal states the time to wait", async () => {
    const limited = asking().filter(
      (endpoint) => ![...INFERENCE, MCP, PREVIEW].includes(endpoint) && !of("compliance")(endpoint),
    );
    expect(limited).toEqual(
      expect.arrayContaining(
        ["GET", "DELETE"].map((method) => `${method} /api/v1/proxy/jobs/:job_id`),
      ),
    );
    for (const endpoint of limited) {
      const key = await keyOf();
      await useUp(key);
      const { status, body, headers } = await call(endpoint, { "x-api-key": key });
      expect([endpoint, status, body.error]).toEqual([endpoint, 429, "rate_limited"]);
      expect(headers["retry-after"]).toBe(String(body.retry_after_seconds));
    }
  });

  test("all keys and sessions of a customer share the limit, but native calls and other customers do not", async () => {
    const email = freshEmail();
    const [key, other] = [await keyOf({ email }), await keyOf({ email })];
    const cookie = await sessionOf(gateway, { api_key: other });
    for (let count = 0; count <= PER_MINUTE; count++)
      expect((await call(NATIVE_CALL, { "x-api-key": key })).status).toBe(400);
    await useUp(key);
    for (const headers of [{ "x-api-key": key }, { "x-api-key": other }, { cookie }])
      expect((await call(USAGE, headers)).body.error).toBe("rate_limited");
    expect((await call(NATIVE_CALL, { "x-api-key": other })).status).toBe(400);
    expect((await call(USAGE, { "x-api-key": await keyOf() })).status).toBe(200);
  });

  // @spec LIM-15 DEC-9
  test("inference with all keys at all endpoints shares one separate limit, and other calls do not count towards it", async () => {
    const on = await gateway.replica({
      PER_MINUTE_LIMIT_PRO: "1",
      ACCOUNT_CALLS_PER_MINUTE: "100",
    });
    const send = async (endpoint: string, key: string) => {
      const [method = "", path = ""] = endpoint.split(" ");
      const sent = request(on.app)[method.toLowerCase() as "get"](path.replace(/:\w+/, "x"));
      return (await sent.set("x-api-key", key)).body.error;
    };
    for (const first of INFERENCE) {
      const email = freshEmail();
      const [key, second] = [await keyOf({ email }), await keyOf({ email })];
      for (const endpoint of asking().filter((other) => !INFERENCE.includes(other)))
        await send(endpoint, key);
      expect(await send(first, key)).toBe(first === RESPONSES ? "not_found" : "invalid_json");
      expect(await send(NATIVE_CALL, key)).toBe("rate_limit_exceeded");
      expect(await send(NATIVE_CALL, second)).toBe("rate_limit_exceeded");
      for (const endpoint of SDK_CALLS) expect(await send(endpoint, second)).toBe("rate_limited");
    }
    await on.close();
  });

  test("21 keys of a free customer can make 10 inference calls in total, and developer keys another 20", async () => {
    const email = freshEmail();
    const free = { email, tier: "free" } as const;
    const keys = await Promise.all(Array.from({ length: 21 }, () => keyOf(free)));
    const developers = await Promise.all(
      Array.from({ length: 21 }, () => keyOf({ ...free, ...DEVELOPER_KEY })),
    );
    const admitted = async (endpoint: string, all: readonly string[]) => {
      const codes = await Promise.all(
        all.map(async (key) => (await call(endpoint, { "x-api-key": key })).body.error),
      );
      return codes.filter((code) => code === "invalid_json").length;
    };
    expect(await admitted(NATIVE_CALL, keys)).toBe(10);
    expect(await admitted("POST /v1/messages", keys)).toBe(0);
    expect(await admitted("POST /v1/messages", developers)).toBe(20);
    expect(await admitted("POST /v1/chat/completions", developers)).toBe(0);
  });

  test("all developer keys share a separate limit, so other keys can still revoke them", async () => {
    const email = freshEmail();
    const owner = await keyOf({ email });
    const [first, second] = [
      await keyOf({ ...DEVELOPER_KEY, email }),
      await keyOf({ ...DEVELOPER_KEY, email }),
    ];
    await useUp(first);
    for (const key of [first, second])
      expect((await call(USAGE, { "x-api-key": key })).status).toBe(429);
    const id = parseApiKey(first)?.keyId;
    expect((await call(`DELETE /api/v1/account/keys/${id}`, { "x-api-key": owner })).status).toBe(
      200,
    );
  });
});
