import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { type InferenceJob, providerKeyBindings } from "@veil/contracts/inference";
import { checked } from "@veil/contracts/parsing";
import { ProviderKeyResponse } from "@veil/contracts/public/provider-key";
import { openHpke } from "@veil/crypto";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { freshEmail } from "../support/fresh.ts";
import { callNatively, codeOf, finalOf, letterRequest, usageOf } from "../support/native-client.ts";
import { expectMasked, registerAt, registeredAt } from "../support/register-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const PATH = "/api/v1/account/provider-key";
const FIRST = "sk-ant-canary-first-0123456789";
const SECOND = "sk-canary-second-9876543210";
const NO_PROVIDER_KEY = [503, "inference_service_unavailable"];
const CACHED_MS = 5_000;

const parse = checked(ProviderKeyResponse);
const clock = { ms: Math.floor(Date.now() / 1_000) * 1_000 };

let gateway: TestGateway;
let apiKey = "";
let customerId = "";
beforeAll(async () => {
  const settings = { TRUST_PROXY: "1", ACCOUNT_CALLS_PER_MINUTE: "1000" };
  gateway = await startTestGateway(settings, { nowMs: () => clock.ms });
});
afterAll(() => gateway.close());
beforeEach(async () => {
  for (const seen of Object.values(gateway.seen)) seen.length = 0;
  ({ apiKey, customerId } = await gateway.provision());
});

const put = (body: object | string, key = apiKey) =>
  request(gateway.app).put(PATH).set("x-api-key", key).type("json").send(body);
const store = async (provider_key: string, key = apiKey) => {
  const { status, body } = await put({ provider_key }, key);
  expect(status).toBe(200);
  return parse(body);
};
const remove = async (key = apiKey) => {
  const { status, body } = await request(gateway.app).delete(PATH).set("x-api-key", key);
  expect(status).toBe(200);
  return parse(body);
};
const changes = async () =>
  (await gateway.events()).filter(
    ({ actor, event_type }) => actor === customerId && event_type === "ACCOUNT_CHANGED",
  );

/** Makes a call, and returns the provider key that the worker finds in the job's credential. */
async function keyInUse(on: Pick<TestGateway, "app"> = gateway): Promise<string> {
  gateway.seen.worker.length = 0;
  finalOf(await callNatively(on, apiKey, letterRequest()));
  const [job = ""] = gateway.seen.worker;
  const { credential } = JSON.parse(job) as InferenceJob;
  if (credential.kind === "managed") return "the operator's";
  if (credential.kind === "call") return "the call's";
  const { record_id, provider, sealing_key_id, box } = credential;
  const worker = gateway.testTrust.keysOf("inference-worker").opening(sealing_key_id);
  const bindings = providerKeyBindings(record_id, provider);
  return openHpke(worker, Buffer.from(box, "base64"), bindings).toString();
}

describeWithServer("postgres", "PUT and DELETE /api/v1/account/provider-key", () => {
  // @spec DEC-13
  test("When a provider key is stored or replaced, then the next call uses it", async () => {
    expect(await keyInUse()).toBe("the operator's");
    expect(await store(FIRST)).toEqual({ managed_ai: false, provider: "anthropic" });
    expect(await keyInUse()).toBe(FIRST);
    expect(await store(SECOND)).toEqual({ managed_ai: false, provider: "openai" });
    expect(await keyInUse()).toBe(SECOND);
    expect(await usageOf(gateway, apiKey)).toMatchObject({ managed_ai: false });
  });

  // @spec DEC-13
  test("When the provider key is removed, then calls do not use the operator's key instead", async () => {
    await store(FIRST);
    for (let count = 0; count < 2; count++) {
      expect(await remove()).toEqual({ managed_ai: false });
      const refused = await callNatively(gateway, apiKey, letterRequest());
      expect(codeOf(refused)).toEqual(NO_PROVIDER_KEY);
    }
    expect(gateway.seen.worker).toEqual([]);
    await store(SECOND);
    expect(await keyInUse()).toBe(SECOND);
  });

  test.each(["pro", "enterprise"] as const)(
    "When a %s customer with managed AI removes the provider key, then calls still use the operator's key",
    async (tier) => {
      const email = freshEmail();
      ({ apiKey } = await gateway.provision({ email, tier }));
      expect(await remove()).toEqual({ managed_ai: true });
      await store(FIRST);
      ({ apiKey } = await gateway.provision({ email, tier, managedAi: true }));
      expect(await remove()).toEqual({ managed_ai: true });
      expect(await keyInUse()).toBe("the operator's");
    },
  );

  test("Another replica applies a change of the provider key within five seconds", async () => {
    const other = await gateway.replica({});
    expect(await keyInUse(other)).toBe("the operator's");
    await store(FIRST);
    clock.ms += CACHED_MS;
    expect(await keyInUse(other)).toBe(FIRST);
    await remove();
    const refused = await callNatively(other, apiKey, letterRequest());
    expect(codeOf(refused)).toEqual(NO_PROVIDER_KEY);
    await other.close();
  });

  test("A replaced or removed provider key no longer proves a registration", async () => {
    for (const change of [(key: string) => store(SECOND, key), remove]) {
      const body = { email: freshEmail(), provider_key: FIRST };
      const key = await registeredAt(gateway, body);
      expect((await registerAt(gateway, body)).body.svc_api_key).toBe(key);
      await change(key);
      expectMasked(await registerAt(gateway, body));
      expectMasked(await registerAt(gateway, { ...body, provider_key: SECOND }));
    }
  });

  test("The audit log records each change of the provider key with the names of the changed fields, but no refused change", async () => {
    await remove();
    await store(FIRST);
    await store(SECOND);
    await put({ provider_key: "xx-1" });
    await remove();
    await remove();
    const recorded = (changed_fields: string) => ({
      event_id: expect.any(String),
      occurred_at: new Date(clock.ms).toISOString(),
      event_type: "ACCOUNT_CHANGED",
      actor: customerId,
      scope: expect.stringMatching(/^[0-9a-f]{64}$/),
      subject: expect.stringMatching(/^[0-9a-f]{64}$/),
      request_id: expect.stringMatching(/^req_/),
      payload: { changed_fields },
    });
    const [first, ...others] = await changes();
    expect(first).toEqual(recorded("managed_ai,provider_key"));
    expect(others).toEqual([recorded("provider_key"), recorded("provider_key")]);
  });

  test.each([
    ["with a wrong prefix", { provider_key: "xx-1" }, "invalid_field"],
    ["with nothing after the prefix", { provider_key: "sk-ant-" }, "invalid_field"],
    ["with a line break", { provider_key: "sk-1\r\nHost: x" }, "invalid_field"],
    ["that is too long", { provider_key: `sk-${"a".repeat(510)}` }, "invalid_field"],
    ["that is not a string", { provider_key: null }, "invalid_field"],
    ["together with an unknown field", { provider_key: FIRST, managed_ai: true }, "invalid_field"],
    ["that is missing", {}, "missing_field"],
    ["in a body that is not JSON", "sk-ant-1", "invalid_json"],
    ["in a body of more than 64 kB", { provider_key: "s".repeat(65_536) }, "request_too_large"],
  ])("A provider key %s is refused, and the stored key stays", async (_what, body, error) => {
    await store(SECOND);
    expect(codeOf(await put(body))).toEqual([400, error]);
    expect(await keyInUse()).toBe(SECOND);
  });

  test("A provider key of the maximum length is stored, even when each of its characters is escaped", async () => {
    const key = `sk-${"a".repeat(509)}`;
    const escaped = key.replace(/./g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);
    expect((await put(`{"provider_key":"${escaped}"}`)).status).toBe(200);
    expect(await keyInUse()).toBe(key);
  });

  test("A developer key and a key with an expired license cannot change the provider key", async () => {
    const email = freshEmail();
    const order = { email, family: "gw_live", developer: true } as const;
    const cases = [
      [(await gateway.provision(order)).apiKey, "tier_insufficient"],
      [(await expired()).apiKey, "license_expired"],
    ] as const;
    for (const [key, code] of cases) {
      expect(codeOf(await put({ provider_key: FIRST }, key))).toEqual([403, code]);
      const removal = await request(gateway.app).delete(PATH).set("x-api-key", key);
      expect(codeOf(removal)).toEqual([403, code]);
    }
    ({ apiKey } = await gateway.provision({ email }));
    expect(await keyInUse()).toBe("the operator's");
  });

  test("The provider key appears in no response, event, log line or message to a service", async () => {
    const canary = "sk-ant-canary-of-the-leak-test";
    const answers = [
      await put({ provider_key: canary }),
      await callNatively(gateway, apiKey, letterRequest()),
      await put({ provider_key: `x${canary}` }),
      await put({ provider_key: canary, [canary]: canary }),
      await put({ [canary]: canary }),
      await put(`{"provider_key":"${canary}"`),
      await put({ provider_key: `${canary}\n` }),
      await put({ provider_key: canary.padEnd(600, "a") }),
      await put({ provider_key: canary.padEnd(5_000, "a") }),
      await request(gateway.app).delete(PATH).set("x-api-key", apiKey),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, ...Array(7).fill(400), 200]);
    expect(await changes()).toHaveLength(2);
    const replies = answers.map(({ headers, text }) => ({ headers, text }));
    const all = JSON.stringify([replies, await gateway.events(), gateway.seen]);
    const planted = [canary, Buffer.from(canary).toString("base64").slice(0, -4)];
    for (const form of planted) expect(all).not.toContain(form);
    // Positive control: the search covers everything that was returned, stored, logged and sent.
    for (const seen of [apiKey.slice(4, 12), customerId, PATH, '\\"kind\\":\\"box\\"'])
      expect(all).toContain(seen);
  });

  function expired() {
    return gateway.provision({ licenseExpiresAt: new Date("2020-01-31") });
  }
});
