import { describe, expect, test } from "@jest/globals";
import { KEYS_MAX } from "@veil/contracts/public/keys";
import { describeWithServer } from "@veil/testing";
import { parseApiKey } from "../../src/modules/accounts/keys/api-key.ts";
import { allowRelink, bindKey } from "../support/changes.ts";
import { KEYS_PATH, openKeysSuite } from "../support/keys-suite.ts";
import { codeOf, usageOf } from "../support/native-client.ts";

const HOUR_MS = 3_600_000;
const DAY_S = 24 * 3_600;
const CACHED_MS = 5_000;

const {
  startMs,
  clock,
  own,
  gateway,
  send,
  isValid,
  list,
  issue,
  rotate,
  revoke,
  revoked,
  keyEvents,
} = openKeysSuite();

describeWithServer("postgres", "Keys of a customer", () => {
  describe("POST /api/v1/account/keys", () => {
    test("When a key is issued, then it works at once, and key_id is its public part", async () => {
      const { api_key, key_id, ...rest } = await issue();
      expect(parseApiKey(api_key)).toMatchObject({ family: "svc", keyId: key_id });
      expect(rest).toEqual({
        family: "svc",
        class: "standard",
        created_at: new Date(startMs).toISOString(),
        message: expect.stringContaining("shown once"),
      });
      expect(await usageOf(gateway(), api_key)).toMatchObject({ customer_id: own.customerId });
      expect((await keyEvents()).at(-1)).toEqual(["KEY_ISSUED", { key_id }]);
    });

    test("When there is no body, then a native key is issued", async () => {
      expect((await send("post")).body).toMatchObject({ family: "svc" });
    });

    test.each(["pro", "enterprise"] as const)(
      "A gw_live key of a customer with the tier %s has that tier",
      async (tier) => {
        Object.assign(own, await gateway().provision({ tier }));
        const live = await issue({ family: "gw_live" });
        expect(live).toMatchObject({ family: "gw_live", class: "standard" });
        expect(await usageOf(gateway(), live.api_key)).toMatchObject({ tier, audit_export: true });
        expect(await list(live.api_key)).toHaveLength(2);
      },
    );

    test("A customer with the tier free can get developer keys, but no gw_live key of the standard class", async () => {
      Object.assign(own, await gateway().provision({ tier: "free" }));
      const refused = await send("post").send({ family: "gw_live" });
      expect(codeOf(refused)).toEqual([403, "tier_insufficient"]);
      expect(refused.body.hint).toContain("developer");
      const { api_key } = await issue({ family: "gw_live", class: "developer" });
      expect(await usageOf(gateway(), api_key)).toMatchObject({ monthly_limit: 1_000 });
      expect(codeOf(await send("get", KEYS_PATH, api_key))).toEqual([403, "tier_insufficient"]);
    });

    test.each([
      ["a native developer key", { class: "developer" }, "invalid_field"],
      [
        "a native key of the class developer",
        { family: "svc", class: "developer" },
        "invalid_field",
      ],
      ["an unknown family", { family: "sk" }, "invalid_field"],
      ["an unknown class", { class: "admin" }, "invalid_field"],
      ["an unknown field", { tier: "enterprise" }, "invalid_field"],
      ["a list", [], "invalid_field"],
      ["no JSON", "{", "invalid_json"],
      ["more than 64 kB", { family: "x".repeat(65_536) }, "request_too_large"],
    ])("%s is refused, and nothing is issued", async (_what, body, code) => {
      const refused = await send("post").type("json").send(body);
      expect(codeOf(refused)).toEqual([400, code]);
      expect(await list()).toHaveLength(1);
    });

    // @spec DEC-12
    test("A customer can have 32 keys, not counting keys that are being replaced", async () => {
      const { api_key: other } = await issue();
      for (let count = 2; count < KEYS_MAX; count++) await issue();
      const refused = await send("post");
      expect(codeOf(refused)).toEqual([400, "too_many_keys"]);
      expect(refused.body.hint).toContain("DELETE /api/v1/account/keys/{key_id}");
      const { key_id } = await rotate();
      expect(codeOf(await send("post", KEYS_PATH, other))).toEqual([400, "too_many_keys"]);
      await revoked(key_id, other);
      await issue({}, other);
    });

    // @spec DEC-12
    test("After 100 new keys in a day, the next key is refused until the first one is a day old", async () => {
      let newest = { key_id: own.keyId, api_key: own.apiKey };
      for (let count = 1; count < 100; count++)
        newest = await rotate(newest.key_id, {}, newest.api_key);
      clock.ms += 1_500;
      for (const path of [KEYS_PATH, `${KEYS_PATH}/${newest.key_id}/rotate`]) {
        const refused = await send("post", path, newest.api_key);
        expect(codeOf(refused)).toEqual([429, "rate_limited"]);
        expect(refused.body.retry_after_seconds).toBe(DAY_S - 1);
        expect(refused.headers["retry-after"]).toBe(String(DAY_S - 1));
      }
      clock.ms = startMs + DAY_S * 1_000;
      await issue({}, newest.api_key);
    });

    test("A key issued with a key that has policies has the same policies", async () => {
      const policy = { types: { ORGANIZATION: true }, may_keep: ["AGE" as const] };
      await bindKey(gateway().stores.apiKeys, own.keyId, policy);
      await allowRelink(gateway().stores.apiKeys, own.keyId);
      clock.ms += CACHED_MS;
      const { key_id } = await issue();
      const stored = await gateway().stores.apiKeys.find(key_id);
      expect(stored).toMatchObject({ entityPolicy: policy, callPolicy: { relink: true } });
    });
  });

  describe("GET /api/v1/account/keys", () => {
    test("The list has the customer's keys, newest first, with the times of their last use and their end, but never the full key", async () => {
      const second = await issue({ family: "gw_live", class: "developer" });
      clock.ms += 1_000;
      const third = await rotate(second.key_id);
      await revoked(third.key_id);
      const { text } = await send("get");
      const [newest, middle, oldest] = await list();
      const [first, later] = [startMs, clock.ms].map((ms) => new Date(ms).toISOString());
      const developer = { family: "gw_live", class: "developer" };
      expect(newest).toEqual({
        ...{ key_id: third.key_id, ...developer, created_at: later, revoked_at: later },
      });
      const expires_at = new Date(clock.ms + HOUR_MS).toISOString();
      expect(middle).toEqual({
        ...{ key_id: second.key_id, ...developer, created_at: first, expires_at },
      });
      expect(oldest).toEqual({
        ...{ key_id: own.keyId, family: "svc", class: "standard", created_at: expect.any(String) },
        last_used_at: new Date(Math.floor(startMs / HOUR_MS) * HOUR_MS).toISOString(),
      });
      for (const key of [own.apiKey, second.api_key, third.api_key])
        expect(text).not.toContain(key.slice(-49));
    });

    test("Another customer's keys are not listed and cannot be revoked", async () => {
      const other = await gateway().provision();
      expect((await list()).map(({ key_id }) => key_id)).toEqual([own.keyId]);
      for (const refused of [
        await revoke(other.keyId),
        await send("post", `${KEYS_PATH}/${other.keyId}/rotate`),
        await revoke("no-such-id"),
        await revoke("abcdEFGH"),
      ])
        expect(codeOf(refused)).toEqual([404, "not_found"]);
      expect(await isValid(other.apiKey)).toBe(true);
    });
  });

  test("Full keys appear only in the responses to issue and rotation, and in no log line or event", async () => {
    const issued = await issue();
    const rotated = await rotate(issued.key_id);
    const answers = [
      await send("get"),
      await revoke(issued.key_id),
      await revoke(rotated.key_id),
      await revoke(own.keyId),
      await send("post", `${KEYS_PATH}/${issued.api_key}/rotate`),
    ];
    const replies = answers.map(({ headers, text }) => ({ headers, text }));
    const all = JSON.stringify([replies, await gateway().events(), gateway().seen]);
    for (const { api_key, key_id } of [issued, rotated]) {
      expect(all).not.toContain(api_key.slice(-49));
      // Positive control.
      expect(all).toContain(key_id);
    }
  });
});
