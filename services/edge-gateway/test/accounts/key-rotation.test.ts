import { expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import { allowRelink, bindKey } from "../support/changes.ts";
import { KEYS_PATH, openKeysSuite } from "../support/keys-suite.ts";
import { callNatively, codeOf, finalOf, letterRequest } from "../support/native-client.ts";

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
const CACHED_MS = 5_000;

const {
  startMs,
  clock,
  own,
  gateway,
  send,
  list,
  issue,
  rotate,
  revoke,
  revoked,
  isValid,
  keyEvents,
} = openKeysSuite();

describeWithServer("postgres", "POST /api/v1/account/keys/{key_id}/rotate", () => {
  // @spec DEC-12
  test("After a rotation, the new key works at once, and the old key still works until its grace ends, by default for an hour", async () => {
    const { api_key, key_id, replaced, ...rest } = await rotate();
    expect(rest).toMatchObject({ family: "svc", class: "standard", relink_ended_jobs: 0 });
    const valid_until = new Date(startMs + HOUR_S * 1_000).toISOString();
    expect(replaced).toEqual({ key_id: own.keyId, valid_until });
    expect([await isValid(api_key), await isValid(own.apiKey)]).toEqual([true, true]);
    clock.ms += HOUR_S * 1_000 - 1;
    expect(await isValid(own.apiKey)).toBe(true);
    clock.ms += 1;
    expect([await isValid(api_key), await isValid(own.apiKey)]).toEqual([true, false]);
    expect((await keyEvents()).slice(-2)).toEqual([
      ["KEY_ISSUED", { key_id }],
      ["KEY_ROTATED", { key_id: own.keyId, replaced_by: key_id, valid_until }],
    ]);
  });

  test.each([
    [1, 1],
    [DAY_S, DAY_S],
  ])(
    "With a grace of %i s, the old key works on each replica until the grace ends",
    async (grace_seconds, s) => {
      const other = await gateway().replica({});
      expect(await isValid(own.apiKey, other)).toBe(true);
      await rotate(own.keyId, { grace_seconds });
      clock.ms += s * 1_000 - 1;
      expect([await isValid(own.apiKey), await isValid(own.apiKey, other)]).toEqual([true, true]);
      clock.ms += 1;
      expect(await isValid(own.apiKey)).toBe(false);
      clock.ms += CACHED_MS;
      expect(await isValid(own.apiKey, other)).toBe(false);
      await other.close();
    },
  );

  test("With a grace of 0, the old key stops working at once, and on other replicas within five seconds", async () => {
    const other = await gateway().replica({});
    expect(await isValid(own.apiKey, other)).toBe(true);
    const { api_key } = await rotate(own.keyId, { grace_seconds: 0 });
    expect([await isValid(own.apiKey), await isValid(api_key)]).toEqual([false, true]);
    clock.ms += CACHED_MS;
    expect([await isValid(own.apiKey, other), await isValid(api_key, other)]).toEqual([
      false,
      true,
    ]);
    expect(await list(api_key)).toMatchObject([
      {},
      { key_id: own.keyId, revoked_at: expect.anything() },
    ]);
    await other.close();
  });

  test("Another key can rotate a key that is being replaced again, which can shorten its grace but not extend it", async () => {
    const first = await rotate(own.keyId, { grace_seconds: 60 });
    const longer = await rotate(own.keyId, { grace_seconds: DAY_S }, first.api_key);
    expect(longer.replaced).toEqual(first.replaced);
    const shorter = await rotate(own.keyId, { grace_seconds: 30 }, first.api_key);
    clock.ms += 30_000;
    expect(shorter.replaced.valid_until).toBe(new Date(clock.ms).toISOString());
    expect(await isValid(own.apiKey)).toBe(false);
    const refused = await send("post", `${KEYS_PATH}/${own.keyId}/rotate`, first.api_key);
    expect(codeOf(refused)).toEqual([404, "not_found"]);
    expect(refused.body.hint).toContain("POST /api/v1/account/keys");
  });

  // @spec DEC-12
  test("A rotation keeps family, class and policy, and a key with a policy can rotate only itself", async () => {
    const policy = { types: { ORGANIZATION: true } };
    const live = await issue({ family: "gw_live", class: "developer" });
    const [plain, bound] = [await issue(), await issue({ family: "gw_live" })];
    await bindKey(gateway().stores.apiKeys, bound.key_id, policy);
    const refused = await send("post", `${KEYS_PATH}/${plain.key_id}/rotate`, bound.api_key);
    expect(codeOf(refused)).toEqual([403, "key_policy_forbids"]);
    const next = await rotate(bound.key_id, {}, bound.api_key);
    expect(next).toMatchObject({ family: "gw_live", class: "standard" });
    const stored = await gateway().stores.apiKeys.find(next.key_id);
    expect(stored).toMatchObject({ entityPolicy: policy, developer: false });
    await allowRelink(gateway().stores.apiKeys, plain.key_id);
    const other = await send("post", `${KEYS_PATH}/${live.key_id}/rotate`, plain.api_key);
    expect(codeOf(other)).toEqual([403, "key_policy_forbids"]);
    expect(await rotate(live.key_id)).toMatchObject({ family: "gw_live", class: "developer" });
  });

  test.each([[-1], [DAY_S + 1], [0.5], ["60"], [null]])(
    "A grace of %p is refused, and nothing is rotated",
    async (grace_seconds) => {
      const refused = await send("post", `${KEYS_PATH}/${own.keyId}/rotate`).send({
        grace_seconds,
      });
      expect(codeOf(refused)).toEqual([400, "invalid_field"]);
      expect(refused.body.message).toContain("grace_seconds");
      expect(await list()).toHaveLength(1);
    },
  );
});

describeWithServer("postgres", "DELETE /api/v1/account/keys/{key_id}", () => {
  // @spec DEC-12
  test("A revoked key stops working at once, and on other replicas within five seconds; a second revocation changes nothing", async () => {
    const other = await gateway().replica({});
    const { api_key, key_id } = await issue();
    expect([await isValid(api_key), await isValid(api_key, other)]).toEqual([true, true]);
    const body = { key_id, revoked_at: new Date(clock.ms).toISOString(), relink_ended_jobs: 0 };
    expect(await revoked(key_id)).toEqual(body);
    expect(await isValid(api_key)).toBe(false);
    clock.ms += CACHED_MS;
    expect(await isValid(api_key, other)).toBe(false);
    expect(await revoked(key_id)).toEqual(body);
    const of = (await keyEvents()).filter(([type]) => type === "KEY_REVOKED");
    expect(of).toEqual([["KEY_REVOKED", { key_id }]]);
    await other.close();
  });

  // @spec DEC-12
  test("The last native key cannot be revoked, even when there are other keys, and the refusal has a hint", async () => {
    const live = await issue({ family: "gw_live" });
    const replaced = await issue();
    const { key_id } = await rotate(replaced.key_id);
    await revoked(key_id);
    for (const key of [own.apiKey, live.api_key]) {
      const refused = await revoke(own.keyId, key);
      expect(codeOf(refused)).toEqual([409, "last_native_key"]);
      expect(refused.body.hint).toContain("DELETE /api/v1/account");
    }
    expect(await isValid(own.apiKey)).toBe(true);
    await revoked(live.key_id);
    await revoked(replaced.key_id);
    const second = await issue();
    await revoked(own.keyId);
    expect(codeOf(await revoke(second.key_id, second.api_key))).toEqual([409, "last_native_key"]);
  });

  test("When both native keys are revoked at the same time, then only one of them is revoked", async () => {
    const second = await issue();
    const answers = await Promise.all([revoke(own.keyId), revoke(second.key_id, second.api_key)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("A revocation drops the customer's bridge tokens that the gateway has cached", async () => {
    const { key_id } = await issue();
    const call = async () => finalOf(await callNatively(gateway(), own.apiKey, letterRequest()));
    await Promise.all(Array.from({ length: 6 }, call));
    const before = gateway().seen.bridge.length;
    await call();
    expect(gateway().seen.bridge).toHaveLength(before);
    await revoked(key_id);
    await call();
    expect(gateway().seen.bridge).toHaveLength(before + 1);
  });
});
