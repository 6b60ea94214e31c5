import { describe, expect, test } from "@jest/globals";
import { systemRandomBytes } from "@veil/crypto";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { mintApiKey } from "../../src/modules/accounts/keys/api-key.ts";
import { openAccountSuite } from "../support/account-suite.ts";
import { endKey } from "../support/end-key.ts";
import { freshAddress, freshEmail } from "../support/fresh.ts";
import type { TestGateway } from "../support/test-gateway.ts";

/** How long a replica may still recognize a key that was revoked. */
const REMEMBERED_MS = 5_000;

describeWithServer("postgres", "Authentication", () => {
  const { one } = openAccountSuite({
    PER_MINUTE_LIMIT_FREE: "3",
    PER_MINUTE_LIMIT_PRO: "5",
  });

  const issue = (order: Parameters<TestGateway["provision"]>[0] = {}) =>
    one().provision({ tier: "free", ...order });

  async function call(headers: Record<string, string>) {
    const reply = await request(one().app).get("/api/v1/usage").set(headers);
    return { ...answerOf(reply), customerId: reply.body.customer_id };
  }

  const callNatively = async (apiKey: string) =>
    answerOf(await request(one().app).post("/api/v1/proxy/messages").set("x-api-key", apiKey));

  const answerOf = ({ status, body, headers }: request.Response) => ({
    status,
    body,
    code: body.error,
    headers,
  });

  describe("accepted credentials", () => {
    test.each(["svc", "gw_live"] as const)(
      "a %s key is accepted in either header or in both",
      async (family) => {
        const { apiKey, customerId } = await issue({ family });
        const bearer = { authorization: `Bearer ${apiKey}` };
        for (const headers of [{ "x-api-key": apiKey }, bearer, { "x-api-key": apiKey, ...bearer }])
          expect(await call(headers)).toMatchObject({ status: 200, customerId });
      },
    );

    test("the scheme Bearer is accepted in any case, and another scheme is ignored if x-api-key has a key", async () => {
      const { apiKey } = await issue();
      expect((await call({ authorization: `bearer ${apiKey}` })).status).toBe(200);
      const both = { "x-api-key": apiKey, authorization: "Basic dXNlcjpwdw==" };
      expect((await call(both)).status).toBe(200);
    });
  });

  describe("refused credentials", () => {
    test.each([
      ["no header", {}],
      ["an empty header", { "x-api-key": "" }],
      ["another scheme", { authorization: "Basic dXNlcjpwdw==" }],
    ])("a request with %s gets missing_api_key", async (_what, headers) => {
      const refused = await call(headers as Record<string, string>);
      expect([refused.status, refused.code]).toEqual([401, "missing_api_key"]);
      expect(refused.headers["www-authenticate"]).toBe("Bearer");
    });

    test("a malformed, an unknown and a wrong key get invalid_api_key with the same message", async () => {
      const { apiKey } = await issue();
      const unknown = mintApiKey("svc", systemRandomBytes).text;
      const bodies = [];
      for (const key of ["x", `${apiKey}x`, apiKey.toLowerCase(), unknown]) {
        const refused = await call({ "x-api-key": key });
        expect([refused.status, refused.code]).toEqual([401, "invalid_api_key"]);
        expect(refused.headers["www-authenticate"]).toBe("Bearer");
        bodies.push(refused.body.message);
      }
      expect(new Set(bodies).size).toBe(1);
    });

    test("two different valid keys in one request get invalid_api_key", async () => {
      const [a, b] = [await issue(), await issue()];
      const refused = await call({ "x-api-key": a.apiKey, authorization: `Bearer ${b.apiKey}` });
      expect([refused.status, refused.code]).toEqual([401, "invalid_api_key"]);
    });

    test("a revoked key is refused within five seconds on a replica that has cached it", async () => {
      const { apiKey, ...key } = await issue();
      expect((await call({ "x-api-key": apiKey })).status).toBe(200);
      await endKey(one().stores.apiKeys, key, new Date());
      one().clock.ms += REMEMBERED_MS;
      const refused = await call({ "x-api-key": apiKey });
      expect([refused.status, refused.code]).toEqual([401, "invalid_api_key"]);
      one().clock.ms -= REMEMBERED_MS;
    });

    test("a key gets license_expired once its license expires, even while the key is cached", async () => {
      const licenseExpiresAt = new Date(one().clock.ms + 1_000);
      const { apiKey } = await issue({ tier: "pro", licenseExpiresAt });
      expect((await callNatively(apiKey)).code).toBe("invalid_json");
      one().clock.ms += 1_000;
      const refused = await callNatively(apiKey);
      expect([refused.status, refused.code]).toEqual([403, "license_expired"]);
      one().clock.ms -= 1_000;
    });
  });

  describe("the limit on invalid keys", () => {
    const from = (address: string, key?: string) =>
      call({ "x-forwarded-for": address, ...(key !== undefined && { "x-api-key": key }) });

    test("the 61st invalid key in a minute from one address gets 429 rate_limited, while a valid key from there still passes", async () => {
      const { apiKey } = await issue();
      const [address, elsewhere] = [freshAddress(), freshAddress()];
      const wrong = mintApiKey("svc", systemRandomBytes).text;
      for (let i = 0; i < 60; i++)
        expect((await from(address, i % 2 ? wrong : "x")).status).toBe(401);
      const refused = await from(address, wrong);
      expect([refused.status, refused.code]).toEqual([429, "rate_limited"]);
      expect(refused.body.retry_after_seconds).toBe(Number(refused.headers["retry-after"]));
      expect((await from(address, apiKey)).status).toBe(200);
      expect((await from(elsewhere, wrong)).code).toBe("invalid_api_key");
    });

    test("requests without a key and with a valid key do not count as invalid", async () => {
      const { apiKey } = await issue({ tier: "pro" });
      const address = freshAddress();
      for (let i = 0; i < 61; i++) expect((await from(address)).code).toBe("missing_api_key");
      expect((await from(address, apiKey)).status).toBe(200);
      expect((await from(address, "x")).code).toBe("invalid_api_key");
    });
  });

  describe("rights of a key", () => {
    test("a developer key is accepted only on SDK endpoints and on GET /api/v1/usage", async () => {
      const { apiKey } = await issue({ tier: "pro", family: "gw_live", developer: true });
      const refused = await callNatively(apiKey);
      expect([refused.status, refused.code]).toEqual([403, "tier_insufficient"]);
      expect(refused.body.message).toContain("SDK endpoints");
      expect((await call({ "x-api-key": apiKey })).status).toBe(200);
    });
  });

  describe("the limit on requests per minute", () => {
    // @spec CALL-35 LIM-2
    test("requests beyond the tier's limit get 429 with the limit and the time to wait", async () => {
      const { apiKey } = await issue();
      for (let i = 0; i < 3; i++) expect((await callNatively(apiKey)).status).toBe(400);
      const refused = await callNatively(apiKey);
      const seconds = Number(refused.headers["retry-after"]);
      expect(seconds).toBeGreaterThan(50);
      expect(seconds).toBeLessThanOrEqual(60);
      expect([refused.status, refused.body]).toEqual([
        429,
        {
          error: "rate_limit_exceeded",
          message: "The limit of 3 requests per minute has been exceeded",
          retry_after_seconds: seconds,
          request_id: expect.any(String),
        },
      ]);
    });

    test("all keys of a customer share one limit per minute, and other customers have their own", async () => {
      const email = freshEmail();
      const order = { email, tier: "pro" } as const;
      const [first, second] = [await issue(order), await issue({ ...order, family: "gw_live" })];
      const statuses = [];
      for (const { apiKey } of [first, second, first, second, first, second, first])
        statuses.push((await callNatively(apiKey)).status);
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
      expect((await callNatively((await issue({ tier: "pro" })).apiKey)).status).toBe(400);
    });
  });
});
