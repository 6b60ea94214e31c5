import { describe, expect, test } from "@jest/globals";
import { providerKeyBindings } from "@veil/contracts/inference";
import { openHpke } from "@veil/crypto";
import { describeWithServer, until } from "@veil/testing";
import request from "supertest";
import { parseApiKey } from "../../src/modules/accounts/keys/api-key.ts";
import { freshEmail } from "../support/fresh.ts";
import { expectMasked, parseRegistered } from "../support/register-client.ts";
import { openRegisterSuite } from "../support/register-suite.ts";

describeWithServer("postgres", "POST /api/v1/register", () => {
  const { gateway, one, register } = openRegisterSuite();
  describe("the first registration", () => {
    test("a first registration responds 201 with a working key of the tier free with managed AI", async () => {
      const { status, body } = await register({ email: freshEmail(), company: "ACME GmbH" });
      expect(status).toBe(201);
      expect(parseRegistered(body)).toEqual({
        svc_api_key: expect.stringMatching(/^svc_[0-9A-Za-z]{57}$/),
        tier: "free",
        monthly_limit: 500,
        managed_ai: true,
        message: expect.stringContaining("https://veil.example"),
      });
      const used = await request(one().app).get("/api/v1/usage").set("x-api-key", body.svc_api_key);
      expect(used.status).toBe(200);
    });

    test.each(["", "\u0000\n", "\ud800", "ü".repeat(30_000)])(
      "any company that fits into the body is accepted: %#",
      async (company) => {
        expect((await register({ email: freshEmail(), company })).status).toBe(201);
      },
    );

    test("a first registration is in the audit log without the address, and a second one is not in the log", async () => {
      const email = freshEmail();
      const { body, headers } = await register({ email });
      await register({ email });
      const keyId = parseApiKey(body.svc_api_key)?.keyId;
      const logged = await until("the log has both events", () => {
        const of = one().seen.audit.find(({ payload }) => payload.key_id === keyId);
        const all = one().seen.audit.filter(({ actor }) => actor === of?.actor);
        return all.length > 1 && all;
      });
      const request_id = headers["x-request-id"];
      expect(logged).toMatchObject([
        { event_type: "ACCOUNT_CREATED", request_id, payload: { tier: "free" } },
        { event_type: "KEY_ISSUED", request_id, payload: { key_id: keyId } },
      ]);
      expect(JSON.stringify(one().seen.audit)).not.toContain(email);
    });

    test("a registration with a provider key is not managed, and the key is stored in a box that only the worker can open", async () => {
      const providerKey = "sk-ant-the-customers-own";
      const { body } = await register({ email: freshEmail(), provider_key: providerKey });
      expect(body.managed_ai).toBe(false);
      const keyId = parseApiKey(body.svc_api_key)?.keyId;
      const [row] = await gateway().owner.query<{
        record_id: string;
        provider: string;
        sealing_key_id: string;
        box: Buffer;
      }>("select p.* from provider_keys p join api_keys using (customer_id) where key_id = $1", [
        keyId,
      ]);
      if (row === undefined) throw new Error("There is no box");
      expect(row.provider).toBe("anthropic");
      const bindings = providerKeyBindings(row.record_id, "anthropic");
      const worker = one().testTrust.keysOf("inference-worker").opening(row.sealing_key_id);
      expect(openHpke(worker, row.box, bindings).toString()).toBe(providerKey);
    });

    test("when fifty registrations for one email arrive at once, then one gets 201 and one customer is created", async () => {
      const email = freshEmail();
      const count = () =>
        gateway().owner.query<{ count: number }>("select count(*) as count from customers");
      const [before] = await count();
      const answers = await Promise.all(Array.from({ length: 50 }, () => register({ email })));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([...Array.from({ length: 49 }, () => 200), 201]);
      const full = answers.filter(({ body }) => parseApiKey(body.svc_api_key) !== undefined);
      expect(full).toHaveLength(1);
      const [after] = await count();
      expect(after?.count).toBe((before?.count ?? 0) + 1);
    });
  });

  test("Unicode variants of an address are refused, and no customer is created for them", async () => {
    const [name] = freshEmail().split("@");
    const stored = async () =>
      (await gateway().owner.query<{ n: number }>("select count(*) as n from customers"))[0]?.n;
    expect((await register({ email: `k${name}@example.com` })).status).toBe(201);
    const before = await stored();
    const variants = [
      ...[`\u212a${name}@example.com`, `\uff4b${name}@example.com`, `k\u0301${name}@example.com`],
      ...[`k${name}@ex\u0430mple.com`, `k${name}\u200b@example.com`, `k${name}@example\u3002com`],
    ];
    for (const email of variants)
      expect((await register({ email })).body.error).toBe("invalid_field");
    expect(await stored()).toBe(before);
    // The domain in Punycode is a different domain, so its address is accepted.
    expect((await register({ email: `k${name}@xn--exmple-cua.com` })).status).toBe(201);
  });

  test("a masked key is refused at every endpoint and is no proof of a registration", async () => {
    const email = freshEmail();
    await register({ email });
    const { svc_api_key: masked } = (await register({ email })).body;
    expect(masked).toContain("*");
    const endpoints = ["get /api/v1/usage", "post /api/v1/proxy/messages", "get /api/v1/account"];
    for (const endpoint of [...endpoints, "post /api/v1/account/keys"]) {
      const [method = "", path = ""] = endpoint.split(" ");
      for (const header of [{ "x-api-key": masked }, { authorization: `Bearer ${masked}` }]) {
        const used = await request(one().app)[method as "get"](path).set(header);
        expect([endpoint, used.status, used.body.error]).toEqual([
          endpoint,
          401,
          "invalid_api_key",
        ]);
      }
    }
    expectMasked(await register({ email }, { headers: { "x-api-key": masked } }));
  });

  describe("refused registrations", () => {
    test.each([
      ["no body", "", "invalid_json", undefined],
      ["broken JSON", '{"email":', "invalid_json", undefined],
      ["no address", {}, "missing_field", "email"],
      ["an invalid address", { email: "not-an-address" }, "invalid_field", "email"],
      [
        "a Kelvin sign in the address",
        { email: "mar\u212a@example.com" },
        "invalid_field",
        "email",
      ],
      ["a trailing dot in the address", { email: "a@example.com." }, "invalid_field", "email"],
      ["an address that is not a string", { email: 7 }, "invalid_field", "email"],
      [
        "a provider key of unknown form",
        { email: "a@example.com", provider_key: "AIza1" },
        "invalid_field",
        "provider_key",
      ],
      ["an unknown field", { email: "a@example.com", tier: "pro" }, "invalid_field", undefined],
    ])("a registration with %s is refused", async (_what, body, code, field) => {
      const refused = await register(body);
      expect(refused.status).toBe(400);
      expect(refused.body.error).toBe(code);
      if (field !== undefined) expect(refused.body.message).toContain(`"${field}"`);
      expect(JSON.stringify(refused.body)).not.toMatch(/not-an-address|AIza1|\u212a/);
    });

    test.each(["short", "spaces in it are not base64url", "a".repeat(21)])(
      "a registration with an Idempotency-Key that could be guessed is refused (%s)",
      async (key) => {
        const refused = await register(
          { email: freshEmail() },
          { headers: { "idempotency-key": key } },
        );
        expect([refused.status, refused.body.error]).toEqual([400, "invalid_field"]);
      },
    );

    test("a registration with a body over 64 kB is refused", async () => {
      const refused = await register({ email: freshEmail(), company: "x".repeat(65_536) });
      expect([refused.status, refused.body.error]).toEqual([400, "request_too_large"]);
    });

    test("another method for /api/v1/register gets 405", async () => {
      const refused = await request(one().app).get("/api/v1/register");
      expect(refused.status).toBe(405);
      expect(refused.headers["allow"]).toBe("POST");
      expect(refused.body.error).toBe("method_not_allowed");
    });
  });
});
