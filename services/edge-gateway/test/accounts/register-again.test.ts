import { expect, test } from "@jest/globals";
import { systemRandomBytes } from "@veil/crypto";
import { describeWithServer } from "@veil/testing";
import { parseApiKey } from "../../src/modules/accounts/keys/api-key.ts";
import { endKey } from "../support/end-key.ts";
import { freshAddress, freshEmail } from "../support/fresh.ts";
import { expectMasked, parseRegistered } from "../support/register-client.ts";
import { openRegisterSuite } from "../support/register-suite.ts";

/** How long a replica may still recognize a key that was revoked. */
const REMEMBERED_MS = 5_000;

describeWithServer("postgres", "A second POST /api/v1/register for an address", () => {
  const { gateway, one, register, registered } = openRegisterSuite();

  // @spec REG-4 REG-10 AUTH-7
  test("a second registration without a proof gets a masked key", async () => {
    const email = freshEmail();
    await registered({ email });
    expectMasked(await register({ email }));
  });

  test.each(["pro", "enterprise"] as const)(
    "without a proof, the response for a %s account is the same as for a free one and reveals nothing about the account",
    async (tier) => {
      const [email, other] = [freshEmail(), freshEmail()];
      for (const address of [email, other]) await registered({ email: address });
      const order = { email, tier, family: "svc", developer: false } as const;
      await one().provision(order);
      const [answer, ofFree] = [await register({ email }), await register({ email: other })];
      expectMasked(answer);
      expect(answer.body).toEqual(ofFree.body);
      expect(Object.keys(answer.headers).toSorted()).toEqual(
        Object.keys(ofFree.headers).toSorted(),
      );
    },
  );

  test.each([
    ["x-api-key", (key: string) => ({ "x-api-key": key })],
    ["Authorization: Bearer", (key: string) => ({ authorization: `Bearer ${key}` })],
  ])(
    "a second registration with the current key in %s gets the full key",
    async (_name, headers) => {
      const email = freshEmail();
      const key = await registered({ email });
      const again = await register({ email }, { headers: headers(key) });
      expect(again.status).toBe(200);
      expect(parseRegistered(again.body)).toMatchObject({
        svc_api_key: key,
        monthly_limit: 500,
        managed_ai: true,
      });
    },
  );

  test.each([true, false])(
    "a second registration with only a gw_live_ key as proof (developer: %p) gets a masked key",
    async (developer) => {
      const body = { email: freshEmail(), provider_key: "sk-secret-3" };
      const key = await registered(body);
      const order = { email: body.email, family: "gw_live", tier: "free", developer } as const;
      const { apiKey: live } = await one().provision(order);
      const proof = { headers: { "x-api-key": live } };
      expectMasked(await register({ email: body.email }, proof));
      const other = await register(body, proof);
      expect([other.status, other.body.svc_api_key]).toEqual([200, key]);
    },
  );

  test("another customer's key or a revoked key is no proof", async () => {
    const email = freshEmail();
    const key = await registered({ email });
    const other = await registered({ email: freshEmail() });
    expectMasked(await register({ email }, { headers: { "x-api-key": other } }));
    const keyId = parseApiKey(key)?.keyId ?? "";
    const customerId = (await one().stores.apiKeys.find(keyId))?.customerId;
    if (customerId === undefined) throw new Error("The key is not stored");
    await endKey(one().stores.apiKeys, { customerId, keyId }, new Date());
    await at(REMEMBERED_MS, async () => {
      const revoked = await register({ email }, { headers: { "x-api-key": key } });
      expect(revoked.body.svc_api_key).toBe(`svc_${"*".repeat(24)}`);
    });
  });

  test("a second registration with the same Idempotency-Key and body gets the key for 24 hours", async () => {
    const body = { email: freshEmail(), company: "A" };
    const headers = { "idempotency-key": systemRandomBytes(16).toString("base64url") };
    const key = await registered(body, { headers });
    const again = await register(body, { headers });
    expect([again.status, again.body.svc_api_key]).toEqual([200, key]);
    expectMasked(await register({ ...body, company: "B" }, { headers }));
    const other = { "idempotency-key": systemRandomBytes(16).toString("base64url") };
    expectMasked(await register(body, { headers: other }));
    await at(24 * 3_600_000 - 1, async () => {
      expect((await register(body, { headers })).body.svc_api_key).toBe(key);
    });
    await at(24 * 3_600_000, async () => expectMasked(await register(body, { headers })));
  });

  test("a second registration with the same provider key gets the key, regardless of the other fields of the body", async () => {
    const email = freshEmail();
    const key = await registered({ email, provider_key: "sk-secret-1" });
    const again = await register({ email, company: "B", provider_key: "sk-secret-1" });
    expect([again.status, again.body.svc_api_key]).toEqual([200, key]);
    expect(again.body.managed_ai).toBe(false);
    await registered({ email: freshEmail(), provider_key: "sk-secret-2" });
    expectMasked(await register({ email, provider_key: "sk-secret-2" }));
  });

  // @spec REG-10
  test("a second registration with the same bytes from the same address gets the key three times", async () => {
    const from = freshAddress();
    const body = JSON.stringify({ email: freshEmail() });
    const key = (await register(body, { from })).body.svc_api_key;
    expectMasked(await register(body));
    expectMasked(await register(`${body} `, { from }));
    for (let replay = 0; replay < 3; replay++) {
      const again = await register(body, { from });
      expect([again.status, again.body.svc_api_key]).toEqual([200, key]);
    }
    expectMasked(await register(body, { from }));
  });

  test("simultaneous repeats of a registration get no more than the three remaining replays", async () => {
    const from = freshAddress();
    const body = { email: freshEmail() };
    const key = await registered(body, { from });
    const all = await Promise.all(Array.from({ length: 8 }, () => register(body, { from })));
    expect(all.filter((answer) => answer.body.svc_api_key === key)).toHaveLength(3);
  });

  test("a repeat after the replay window gets a masked key, and the database no longer has replay data", async () => {
    const from = freshAddress();
    const body = { email: freshEmail() };
    const key = await registered(body, { from });
    const envelopes = () =>
      gateway().owner.query("select 1 from registration_envelopes where key_id = $1", [
        parseApiKey(key)?.keyId,
      ]);
    expect(await envelopes()).toHaveLength(1);
    await at(600_000, async () => expectMasked(await register(body, { from })));
    expect(await envelopes()).toHaveLength(0);
  });

  test("a repeat from the same IPv6 /64 counts as the same client, and one from another network does not", async () => {
    const body = { email: freshEmail() };
    const key = await registered(body, { from: "2001:db8:1:1::1" });
    expectMasked(await register(body, { from: "2001:db8:1:2::1" }));
    const neighbor = await register(body, { from: "2001:db8:1:1:ffff::2" });
    expect(neighbor.body.svc_api_key).toBe(key);
  });

  test("a second registration with REGISTER_REPLAY_WINDOW_S=0 gets a masked key at once", async () => {
    const on = await one().replica({ REGISTER_REPLAY_WINDOW_S: "0" });
    const from = freshAddress();
    const body = { email: freshEmail() };
    await registered(body, { from, on });
    expectMasked(await register(body, { from, on }));
    await on.close();
  });

  // @spec REG-1
  test("a second registration changes nothing: no company, no provider key, no managed_ai and no new key", async () => {
    const email = freshEmail();
    const key = await registered({ email });
    const state = () =>
      gateway().owner.query(
        `select c.*, k.*, (select count(*) from provider_keys p where p.customer_id = c.customer_id)
         from customers c join api_keys k using (customer_id)
         where customer_id = (select customer_id from api_keys where key_id = $1)`,
        [parseApiKey(key)?.keyId],
      );
    const before = await state();
    await register({ email, company: "Mallory Ltd", provider_key: "sk-mallory" });
    expect(await state()).toEqual(before);
    expect(before).toHaveLength(1);
  });

  test("another spelling of the address belongs to the same customer, and an address with a tag belongs to another customer", async () => {
    const name = systemRandomBytes(6).toString("hex");
    await registered({ email: `${name}@example.com` });
    expectMasked(await register({ email: `${name.toUpperCase()}@EXAMPLE.com` }));
    await registered({ email: `${name}+tag@example.com` });
  });

  async function at(laterMs: number, work: () => Promise<void>): Promise<void> {
    one().clock.ms += laterMs;
    try {
      await work();
    } finally {
      one().clock.ms -= laterMs;
    }
  }
});
