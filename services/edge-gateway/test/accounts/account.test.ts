import { describe, expect, test } from "@jest/globals";
import type { AuditEvent } from "@veil/contracts/audit";
import { checked } from "@veil/contracts/parsing";
import { AccountResponse } from "@veil/contracts/public/account";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { openAccountSuite } from "../support/account-suite.ts";
import { freshAddress, freshEmail } from "../support/fresh.ts";
import { codeOf } from "../support/native-client.ts";
import { expectMasked, registerAt, registeredAt } from "../support/register-client.ts";

const PATH = "/api/v1/account";
const parse = checked(AccountResponse);

describeWithServer("postgres", "GET, PATCH /api/v1/account", () => {
  const { gateway, one } = openAccountSuite();

  const read = async (key: string) => {
    const { status, body } = await request(one().app).get(PATH).set("x-api-key", key);
    expect(status).toBe(200);
    return parse(body);
  };
  const patch = (key: string, body: object | string) =>
    request(one().app).patch(PATH).set("x-api-key", key).type("json").send(body);
  const patched = async (key: string, body: object) => {
    const answer = await patch(key, body);
    expect(answer.status).toBe(200);
    expect(parse(answer.body)).toEqual(await read(key));
    return parse(answer.body);
  };
  /**
   * Returns the customer's change events from the outbox and the log. An event leaves the outbox
   * after it has arrived in the log.
   */
  const changesOf = async (customerId: string) => {
    const waiting = "select event from event_outbox order by created_at";
    const rows = await gateway().database.query<{ event: AuditEvent }>(waiting);
    const all = [...one().seen.audit, ...rows.map(({ event }) => event)];
    const own = all.filter(
      ({ actor, event_type }) => actor === customerId && event_type === "ACCOUNT_CHANGED",
    );
    const byId = new Map(own.map(({ event_id, payload }) => [event_id, payload.changed_fields]));
    return [...byId.values()];
  };

  test("The account contains what the customer and the operator have set, but no secret", async () => {
    const email = freshEmail();
    const body = { email, company: "ACME GmbH", provider_key: "sk-ant-canary" };
    const key = await registeredAt(one(), body);
    const answer = await request(one().app).get(PATH).set("x-api-key", key);
    expect(parse(answer.body)).toEqual({
      customer_id: expect.stringMatching(/^cus_[0-9a-f]{40}$/),
      org_id: expect.stringMatching(/^org_[0-9a-f]{32}$/),
      ...{ email, company: "ACME GmbH", tier: "free", managed_ai: false, provider: "anthropic" },
      created_at: expect.any(String),
    });
    expect(answer.text).not.toContain("canary");
    const license = { email, tier: "pro", licenseExpiresAt: new Date("2031-01-31") } as const;
    await one().provision(license);
    one().clock.ms += 5_000;
    const license_expires_at = "2031-01-31T00:00:00.000Z";
    expect(await read(key)).toMatchObject({ tier: "pro", license_expires_at });
  });

  test("The company can be set, replaced and removed, and each actual change is recorded once", async () => {
    const key = await registeredAt(one(), { email: freshEmail() });
    const { customer_id, company } = await read(key);
    expect(company).toBeUndefined();
    await patched(key, { company: null });
    for (const name of ["A", "A", "B \u0000", "\ud800", "\ud800", ""])
      expect((await patched(key, { company: name })).company).toBe(Buffer.from(name).toString());
    expect(await patched(key, {})).toMatchObject({ company: "" });
    for (let count = 0; count < 2; count++)
      expect(await patched(key, { company: null })).not.toHaveProperty("company");
    expect(await changesOf(customer_id)).toEqual(Array(5).fill("company"));
  });

  test("A removed address is no longer stored, and registering it again gets a masked key and no second account", async () => {
    const email = freshEmail();
    const from = freshAddress();
    const key = await registeredAt(one(), { email, company: "A" }, { from });
    const { customer_id } = await read(key);
    for (let count = 0; count < 2; count++) {
      const account = await patched(key, { email: null });
      expect(account).not.toHaveProperty("email");
      expect(account).toMatchObject({ customer_id, company: "A" });
    }
    const sealed = "select email_sealed from customers where customer_id = $1";
    const [row] = await gateway().owner.query<{ email_sealed: Buffer }>(sealed, [customer_id]);
    const opened = one().secrets.openField("email", customer_id, row?.email_sealed ?? Buffer.of());
    expect(opened).toHaveLength(0);
    expectMasked(await registerAt(one(), { email }));
    expect(await changesOf(customer_id)).toEqual(["email"]);
  });

  describe("Refused patches of an account", () => {
    test.each([
      ["with another address", { email: "b@example.com" }, "invalid_field"],
      ["with a company that is not a string", { company: 7 }, "invalid_field"],
      ["of a field that only the operator can set", { tier: "enterprise" }, "invalid_field"],
      [
        "of such a field together with an allowed one",
        { company: "B", managed_ai: true },
        "invalid_field",
      ],
      ["without JSON", "{", "invalid_json"],
      ["without a body", "", "invalid_json"],
      ["larger than 64 kB", { company: "x".repeat(65_536) }, "request_too_large"],
    ])("A patch %s is refused, and nothing changes", async (_what, body, code) => {
      const key = await registeredAt(one(), { email: freshEmail(), company: "A" });
      const before = await read(key);
      const refused = await patch(key, body);
      expect(codeOf(refused)).toEqual([400, code]);
      expect(refused.body.message).not.toContain("example.com");
      expect(await read(key)).toEqual(before);
    });
  });
});
