import { describe, expect, test } from "@jest/globals";
import { systemRandomBytes } from "@veil/crypto";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { mintApiKey } from "../src/modules/accounts/domain/api-key.ts";
import { type AccountApp, freshAddress, freshEmail } from "./support/account-app.ts";
import { openAccountSuite } from "./support/account-suite.ts";

describeWithServer("postgres", "Authentication", (adminUrl) => {
  const { one } = openAccountSuite(adminUrl);

  function issue(order: Partial<Parameters<AccountApp["provision"]>[0]> = {}) {
    const basic = { email: freshEmail(), tier: "free", family: "svc", developer: false } as const;
    return one().provision({ ...basic, ...order });
  }

  async function call(headers: Record<string, string>, path = "/native") {
    const { status, body, headers: sent } = await request(one().app).post(path).set(headers);
    return { status, body, code: body.error, headers: sent };
  }

  describe("who gets in", () => {
    test.each(["svc", "gw_live"] as const)(
      "a %s key in either header, or in both",
      async (family) => {
        const { apiKey, customerId, keyId } = await issue({ family });
        const bearer = { authorization: `Bearer ${apiKey}` };
        for (const headers of [
          { "x-api-key": apiKey },
          bearer,
          { "x-api-key": apiKey, ...bearer },
        ]) {
          const { status, body } = await call(headers);
          expect([status, body]).toEqual([200, { customer_id: customerId, key_id: keyId }]);
        }
      },
    );

    test("the scheme's name in any case, and beside a scheme that is not ours", async () => {
      const { apiKey } = await issue();
      expect((await call({ authorization: `bearer ${apiKey}` })).status).toBe(200);
      const beside = { "x-api-key": apiKey, authorization: "Basic dXNlcjpwdw==" };
      expect((await call(beside)).status).toBe(200);
    });
  });

  describe("who does not", () => {
    test.each([
      ["no header", {}],
      ["an empty one", { "x-api-key": "" }],
      ["another scheme", { authorization: "Basic dXNlcjpwdw==" }],
    ])("%s: missing_api_key", async (_what, headers) => {
      const refused = await call(headers as Record<string, string>);
      expect([refused.status, refused.code]).toEqual([401, "missing_api_key"]);
      expect(refused.headers["www-authenticate"]).toBe("Bearer");
    });

    test("a malformed, an unknown and a wrong key: invalid_api_key, and all in the same words", async () => {
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

    test("two valid keys that differ: invalid_api_key", async () => {
      const [a, b] = [await issue(), await issue()];
      const refused = await call({ "x-api-key": a.apiKey, authorization: `Bearer ${b.apiKey}` });
      expect([refused.status, refused.code]).toEqual([401, "invalid_api_key"]);
    });

    test("When a key is revoked, it is refused at once on the replica that was told", async () => {
      const { apiKey, keyId } = await issue();
      expect((await call({ "x-api-key": apiKey })).status).toBe(200);
      await one().apiKeys.revoke(keyId, new Date());
      one().authenticator.forget(keyId);
      const refused = await call({ "x-api-key": apiKey });
      expect([refused.status, refused.code]).toEqual([401, "invalid_api_key"]);
    });

    test("When the licence expires, also while the key is remembered: license_expired", async () => {
      const licenceExpiresAt = new Date(one().clock.ms + 1_000);
      const { apiKey } = await issue({ tier: "pro", licenceExpiresAt });
      expect((await call({ "x-api-key": apiKey })).status).toBe(200);
      one().clock.ms += 1_000;
      const refused = await call({ "x-api-key": apiKey });
      expect([refused.status, refused.code]).toEqual([403, "license_expired"]);
      one().clock.ms -= 1_000;
    });
  });

  describe("keys that fail", () => {
    const from = (address: string, key?: string) =>
      call({ "x-forwarded-for": address, ...(key !== undefined && { "x-api-key": key }) });

    test("more than 60 a minute from one address: 429 rate_limited, while a valid key from there still passes", async () => {
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

    test("neither a request without a key nor a valid one is counted", async () => {
      const { apiKey } = await issue({ tier: "pro" });
      const address = freshAddress();
      for (let i = 0; i < 61; i++) expect((await from(address)).code).toBe("missing_api_key");
      expect((await from(address, apiKey)).status).toBe(200);
      expect((await from(address, "x")).code).toBe("invalid_api_key");
    });
  });

  describe("what a key may", () => {
    test("a tier that is too low: tier_insufficient", async () => {
      const [free, pro] = [await issue(), await issue({ tier: "pro" })];
      const refused = await call({ "x-api-key": free.apiKey }, "/pro");
      expect([refused.status, refused.code]).toEqual([403, "tier_insufficient"]);
      expect((await call({ "x-api-key": pro.apiKey }, "/pro")).status).toBe(200);
    });

    test("a developer key works on SDK endpoints only", async () => {
      const { apiKey } = await issue({ tier: "pro", family: "gw_live", developer: true });
      const refused = await call({ "x-api-key": apiKey });
      expect([refused.status, refused.code]).toEqual([403, "tier_insufficient"]);
      expect(refused.body.message).toContain("SDK endpoints");
      expect((await call({ "x-api-key": apiKey }, "/sdk")).status).toBe(200);
    });
  });

  describe("the limit of requests a minute", () => {
    test("is the tier's, is refused with the limit's number, and says when to come back", async () => {
      const { apiKey } = await issue();
      for (let i = 0; i < 3; i++) expect((await call({ "x-api-key": apiKey })).status).toBe(200);
      const refused = await call({ "x-api-key": apiKey });
      const seconds = Number(refused.headers["retry-after"]);
      expect(seconds).toBeGreaterThan(50);
      expect(seconds).toBeLessThanOrEqual(60);
      expect([refused.status, refused.body]).toEqual([
        429,
        {
          error: "rate_limit_exceeded",
          message: "The limit of 3 requests per minute is exceeded",
          retry_after_seconds: seconds,
          request_id: expect.any(String),
        },
      ]);
    });

    test("is the customer's, whichever of their keys they use; developer keys count apart", async () => {
      const email = freshEmail();
      const first = await issue({ email, tier: "pro" });
      const second = await issue({ email, tier: "pro", family: "gw_live" });
      const developer = await issue({ email, tier: "pro", family: "gw_live", developer: true });
      const statuses = [];
      for (let i = 0; i < 6; i++) {
        const key = i % 2 === 0 ? first : second;
        statuses.push((await call({ "x-api-key": key.apiKey }, "/sdk")).status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
      const apart = [];
      for (let i = 0; i < 5; i++)
        apart.push((await call({ "x-api-key": developer.apiKey }, "/sdk")).status);
      expect(apart).toEqual([200, 200, 200, 200, 429]);
    });
  });
});
