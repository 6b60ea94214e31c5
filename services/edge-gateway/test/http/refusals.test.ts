import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import {
  callNatively,
  codeOf,
  finalOf,
  letterRequest,
  PROXY_PATH,
  usageOf,
} from "../support/native-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const PER_MINUTE_PRO = 3;
const MONTHLY_FREE = 2;
const BROKEN = '{"prompt_template": ';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    PER_MINUTE_LIMIT_PRO: String(PER_MINUTE_PRO),
    PER_MINUTE_LIMIT_FREE: "1000",
    MONTHLY_LIMIT_FREE: String(MONTHLY_FREE),
  });
});
afterAll(() => gateway.close());
beforeEach(() => {
  for (const seen of Object.values(gateway.seen)) seen.length = 0;
});

const keyOf = async (order: Parameters<TestGateway["provision"]>[0] = {}) =>
  (await gateway.provision({ tier: "free", ...order })).apiKey;
const proxy = (apiKey: string, body: unknown = letterRequest()) =>
  callNatively(gateway, apiKey, body);
async function useUp(apiKey: string): Promise<void> {
  for (let sent = 0; sent < MONTHLY_FREE; sent++) finalOf(await proxy(apiKey));
}

describeWithServer("postgres", "Refusals", () => {
  // @spec ERR-1 ERR-21
  test("When the monthly quota is used up, then a request gets 429 with the quota, and is not counted", async () => {
    const apiKey = await keyOf();
    await useUp(apiKey);
    const reply = await proxy(apiKey);
    expect(reply.status).toBe(429);
    expect(reply.body).toEqual({
      error: "quota_exceeded",
      message: `The monthly quota of ${MONTHLY_FREE} requests has been used up`,
      hint: expect.any(String),
      used: MONTHLY_FREE,
      limit: MONTHLY_FREE,
      request_id: reply.headers["x-request-id"],
    });
    const untilNextMonth = Number(reply.headers["retry-after"]);
    expect(untilNextMonth).toBeGreaterThan(0);
    expect(untilNextMonth).toBeLessThanOrEqual(31 * 24 * 3600);
    expect(gateway.seen.worker).toHaveLength(MONTHLY_FREE);
    expect(await usageOf(gateway, apiKey)).toMatchObject({ used: MONTHLY_FREE, remaining: 0 });
  });

  test("Concurrent requests cannot exceed the quota", async () => {
    const apiKey = await keyOf();
    const sent = Array.from({ length: 8 }, () => proxy(apiKey));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(MONTHLY_FREE);
    expect(statuses.filter((status) => status === 429)).toHaveLength(8 - MONTHLY_FREE);
    expect((await usageOf(gateway, apiKey)).used).toBe(MONTHLY_FREE);
  });

  // @spec ERR-20
  test("When the limit per minute is exceeded, then a request gets 429 with the seconds to wait", async () => {
    const apiKey = await keyOf({ tier: "pro" });
    for (let sent = 0; sent < PER_MINUTE_PRO; sent++) finalOf(await proxy(apiKey));
    const reply = await proxy(apiKey);
    expect(reply.status).toBe(429);
    const seconds = Number(reply.body.retry_after_seconds);
    expect(reply.body).toEqual({
      error: "rate_limit_exceeded",
      message: `The limit of ${PER_MINUTE_PRO} requests per minute has been exceeded`,
      retry_after_seconds: seconds,
      request_id: reply.headers["x-request-id"],
    });
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(reply.headers["retry-after"]).toBe(String(seconds));
    expect((await usageOf(gateway, apiKey)).used).toBe(PER_MINUTE_PRO);
  });

  // Each request below fails two neighboring checks, and must be refused by the earlier one.

  test("the method is checked before authentication", async () => {
    const reply = await request(gateway.app).get(PROXY_PATH);
    expect(codeOf(reply)).toEqual([405, "method_not_allowed"]);
    expect(reply.headers["allow"]).toBe("POST");
  });

  // @spec SVC-3
  test("authentication is checked before the tier", async () => {
    const apiKey = await keyOf({ tier: "pro", family: "gw_live", developer: true });
    const forged = apiKey.slice(0, 20) + (apiKey[20] === "a" ? "b" : "a") + apiKey.slice(21);
    expect(codeOf(await proxy(forged))).toEqual([401, "invalid_api_key"]);
    expect(codeOf(await proxy(apiKey))).toEqual([403, "tier_insufficient"]);
  });

  test("the license and the tier are checked before the per-minute limit", async () => {
    const developer = await keyOf({ tier: "pro", family: "gw_live", developer: true });
    const expired = await keyOf({ tier: "pro", licenseExpiresAt: new Date("2020-01-31") });
    for (let sent = 0; sent <= PER_MINUTE_PRO; sent++) {
      expect(codeOf(await proxy(developer, BROKEN))).toEqual([403, "tier_insufficient"]);
      expect(codeOf(await proxy(expired, BROKEN))).toEqual([403, "license_expired"]);
    }
  });

  // @spec SVC-4
  test("the per-minute limit is checked before the body", async () => {
    const apiKey = await keyOf({ tier: "pro" });
    for (let sent = 0; sent < PER_MINUTE_PRO; sent++)
      expect(codeOf(await proxy(apiKey, BROKEN))).toEqual([400, "invalid_json"]);
    expect(codeOf(await proxy(apiKey, BROKEN))).toEqual([429, "rate_limit_exceeded"]);
  });

  test("the size of the body is checked before the schema, and the schema before the quota", async () => {
    const apiKey = await keyOf();
    const unfit = { context: {} };
    const tooLarge = { ...unfit, unknown: "x".repeat(4 * 1024 * 1024) };
    expect(codeOf(await proxy(apiKey, tooLarge))).toEqual([400, "request_too_large"]);
    await useUp(apiKey);
    expect(codeOf(await proxy(apiKey, unfit))).toEqual([400, "missing_field"]);
    expect(codeOf(await proxy(apiKey))).toEqual([429, "quota_exceeded"]);
  });

  describe("With a failing sanitiser", () => {
    afterEach(() => gateway.sanitiser.answerWith(undefined));

    // @spec SVC-2
    test("the quota is checked before the bridge and the sanitiser are called", async () => {
      const apiKey = await keyOf();
      await useUp(apiKey);
      gateway.sanitiser.answerWith((res) => res.destroy());
      const other = await keyOf();
      expect(codeOf(await proxy(other))).toEqual([503, "sanitizer_unavailable"]);
      gateway.seen.sanitiser.length = 0;
      gateway.seen.bridge.length = 0;
      expect(codeOf(await proxy(apiKey))).toEqual([429, "quota_exceeded"]);
      expect([...gateway.seen.sanitiser, ...gateway.seen.bridge]).toEqual([]);
    });
  });

  describe("Invalid keys", () => {
    test.each<[string, Record<string, string>, string]>([
      ["no key", {}, "missing_api_key"],
      ["an empty key", { "x-api-key": "" }, "missing_api_key"],
      ["a malformed key", { "x-api-key": "secret" }, "invalid_api_key"],
      ["an unknown key", { "x-api-key": `svc_${"a".repeat(57)}` }, "invalid_api_key"],
      ["another authorization scheme", { authorization: "Basic YTpi" }, "missing_api_key"],
    ])("A request with %s gets 401", async (_case, headers, code) => {
      const reply = await request(gateway.app).post(PROXY_PATH).set(headers).send(letterRequest());
      expect(reply.status).toBe(401);
      expect(reply.body).toEqual({
        error: code,
        message: expect.any(String),
        request_id: reply.headers["x-request-id"],
      });
    });
  });

  test("An unknown path, even with a broken encoding, gets a JSON 404", async () => {
    for (const path of ["/", "/api/v1/nothing", "/%ff", "/api/v1/proxy/messages/x"])
      expect(codeOf(await request(gateway.app).get(path))).toEqual([404, "not_found"]);
  });

  test.each(["PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"] as const)(
    "The method %s on the route of native calls gets 405 with Allow",
    async (method) => {
      const send = method.toLowerCase() as Lowercase<typeof method>;
      const reply = await request(gateway.app)[send](PROXY_PATH);
      expect([reply.status, reply.headers["allow"]]).toEqual([405, "POST"]);
    },
  );
});
