import { expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { UsageResponse } from "@veil/contracts/public/registration";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { parseApiKey } from "../../src/modules/accounts/keys/api-key.ts";
import { openAccountSuite } from "../support/account-suite.ts";
import { freshEmail } from "../support/fresh.ts";
import { registeredAt } from "../support/register-client.ts";

const parse = checked(UsageResponse);

describeWithServer("postgres", "GET /api/v1/usage", () => {
  const { gateway, one } = openAccountSuite();

  async function usage(key: string) {
    const { status, body } = await request(one().app).get("/api/v1/usage").set("x-api-key", key);
    expect(status).toBe(200);
    return parse(body);
  }

  async function count(key: string, month: string, usageClass: string, used: number) {
    await gateway().database.execute(
      `insert into usage_monthly (customer_id, month, class, used)
       select customer_id, $2, $3, $4 from api_keys where key_id = $1`,
      [parseApiKey(key)?.keyId, month, usageClass, used],
    );
  }

  test("the usage of a new free customer is 0", async () => {
    const key = await registeredAt(one(), { email: freshEmail() });
    expect(await usage(key)).toEqual({
      customer_id: expect.stringMatching(/^cus_[0-9a-f]{40}$/),
      tier: "free",
      monthly_limit: 500,
      used: 0,
      remaining: 500,
      managed_ai: true,
      audit_export: false,
    });
  });

  test("only the calls of this month in UTC count, and remaining is never negative", async () => {
    const key = await registeredAt(one(), { email: freshEmail(), provider_key: "sk-1" });
    await count(key, "2026-10-01", "standard", 499);
    await count(key, "2026-11-01", "standard", 501);
    expect(await usage(key)).toMatchObject({ used: 501, remaining: 0, managed_ai: false });
    const now = one().clock.ms;
    one().clock.ms = Date.parse("2026-12-01T00:00:00Z");
    expect(await usage(key)).toMatchObject({ used: 0, remaining: 500 });
    one().clock.ms = Date.parse("2026-10-31T23:59:59Z");
    expect(await usage(key)).toMatchObject({ used: 499, remaining: 1 });
    one().clock.ms = now;
  });

  test("the usage of an enterprise customer is unlimited, and the audit export is allowed", async () => {
    const order = {
      email: freshEmail(),
      tier: "enterprise",
      family: "svc",
      developer: false,
    } as const;
    const { apiKey } = await one().provision(order);
    expect(await usage(apiKey)).toMatchObject({
      tier: "enterprise",
      monthly_limit: "unlimited",
      remaining: "unlimited",
      audit_export: true,
    });
  });

  test("a developer key gets the usage of developer keys", async () => {
    const order = { email: freshEmail(), tier: "pro", family: "svc", developer: false } as const;
    const { apiKey } = await one().provision(order);
    const developer = await one().provision({ ...order, family: "gw_live", developer: true });
    await count(apiKey, "2026-11-01", "standard", 7);
    await count(apiKey, "2026-11-01", "developer", 3);
    expect(await usage(apiKey)).toMatchObject({
      used: 7,
      monthly_limit: 50_000,
      audit_export: true,
    });
    expect(await usage(developer.apiKey)).toMatchObject({
      tier: "pro",
      used: 3,
      monthly_limit: 1_000,
      remaining: 997,
      audit_export: false,
    });
  });

  test("another method gets 405 before the key is checked", async () => {
    const { status, headers } = await request(one().app).post("/api/v1/usage");
    expect([status, headers["allow"]]).toEqual([405, "GET, HEAD"]);
  });
});
