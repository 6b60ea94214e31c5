import { beforeEach, expect, test } from "@jest/globals";
import type { SanitiseRequest } from "@veil/contracts/sanitiser";
import { systemRandomBytes } from "@veil/crypto";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { newListId } from "../../src/modules/entities/domain/entity-list.ts";
import { bindKey, creation } from "../support/changes.ts";
import { DENY, LISTS_PATH, openListsSuite } from "../support/lists-suite.ts";

const { gateway, clock, customer, key, call, created } = openListsSuite();

describeWithServer("postgres", "Lists and policies in a native call", () => {
  const PROXY = "/api/v1/proxy/messages";
  const ask = (note: string, more: object = {}, apiKey?: string) =>
    call("post", PROXY, body(note, more), apiKey);
  const body = (note: string, more: object) => ({
    prompt_template: "{letter} {note}",
    context: { letter: "Projekt Falke is late", note },
    ...more,
  });
  const sent = () => {
    const { sanitiser } = gateway().seen;
    return sanitiser.splice(0).map((text) => JSON.parse(text) as SanitiseRequest);
  };
  beforeEach(() => void sent());

  test("the entries of all lists are replaced in every field, and the trace contains the number of lists", async () => {
    await created();
    await created({ kind: "deny", entries: [{ value: "Zeppelin" }] });
    gateway().seen.worker.length = 0;
    const reply = await ask("a Zeppelin of Projekt Falke");
    expect(reply.body.result).toBe("Projekt Falke is late a Zeppelin of Projekt Falke");
    const [job = ""] = gateway().seen.worker;
    expect(JSON.parse(job).context).toEqual([
      { name: "letter", text: "[KNOWN_ENTITY_1] is late" },
      { name: "note", text: "a [KNOWN_ENTITY_2] of [KNOWN_ENTITY_1]" },
    ]);
    const { steps, data_exposure_summary } = reply.body.compliance_trace;
    expect(JSON.stringify(steps)).toContain("lists of known entities: 2");
    expect(data_exposure_summary.hint).toContain("allow lists were kept");
  });

  test("a call sends references to its lists, and sends the boxes only when the sanitiser requests them", async () => {
    const listId = await created();
    const reference = { id: listId, version: 1 };
    await ask("x");
    await ask("y");
    const box = { box: expect.any(String), sealing_key_id: "sanitiser-sealing-test" };
    expect(sent().map((each) => each.lists)).toEqual([
      [reference],
      [{ ...reference, ...box }],
      [reference],
    ]);
    gateway().sanitiser.forgetLists();
    expect((await ask("z")).status).toBe(200);
    const { apiKey, customerId } = await customer();
    await created(DENY, apiKey);
    await ask("x", {}, apiKey);
    const bodies = sent();
    expect(bodies).toHaveLength(4);
    expect(JSON.stringify(bodies)).not.toContain(customerId);
  });

  test("a call gets 503 when a box cannot be opened, and nothing is forwarded or counted", async () => {
    const { apiKey, customerId } = await customer();
    const listId = newListId(systemRandomBytes);
    const sealingKeyId = "sanitiser-sealing-test";
    const damaged = { kind: "deny", entryCount: 1, sealingKeyId, box: Buffer.alloc(200) } as const;
    await gateway().stores.entityLists.create(customerId, listId, damaged, creation(customerId));
    gateway().seen.worker.length = 0;
    const refused = await ask("x", {}, apiKey);
    expect([refused.status, refused.body.error]).toEqual([503, "sanitizer_unavailable"]);
    expect(sent().at(-1)?.lists).toMatchObject([{ id: listId, box: expect.any(String) }]);
    expect(gateway().seen.worker).toEqual([]);
    expect((await call("get", "/api/v1/usage", undefined, apiKey)).body.used).toBe(0);
    await call("put", `${LISTS_PATH}/${listId}`, DENY, apiKey);
    expect((await ask("x", {}, apiKey)).status).toBe(200);
    expect(gateway().seen.worker.join()).toContain("[KNOWN_ENTITY_1] is late");
  });

  test("the policy of a key applies to its calls", async () => {
    const { apiKey, keyId } = await customer();
    const policy = { types: { ORGANIZATION: true } };
    await bindKey(gateway().stores.apiKeys, keyId, policy);
    expect((await ask("x", {}, apiKey)).status).toBe(200);
    expect(sent()[0]?.policy).toEqual(policy);
  });

  test("a call of a customer without lists sends no lists, not even another customer's", async () => {
    await created();
    const { apiKey } = await customer();
    const reply = await ask("x", {}, apiKey);
    expect(reply.status).toBe(200);
    expect(sent()).toEqual([{ fields: expect.any(Array) }]);
    expect(JSON.stringify(reply.body.compliance_trace)).not.toContain("known entities");
  });

  test("a changed list applies at once on this replica, and within five seconds on others", async () => {
    const listId = await created();
    const elsewhere = await gateway().replica({});
    const there = async () => {
      const letter = body("x", {});
      await request(elsewhere.app).post(PROXY).set("x-api-key", key()).send(letter).expect(200);
      return sent().at(-1)?.lists;
    };
    expect(await there()).toMatchObject([{ id: listId, version: 1 }]);
    await ask("x");
    await call("put", `${LISTS_PATH}/${listId}`, { kind: "deny", entries: [{ value: "Adler" }] });
    sent();
    const reply = await ask("Adler");
    expect(sent()[0]?.lists).toEqual([{ id: listId, version: 2 }]);
    expect(reply.body.result).toBe("Projekt Falke is late Adler");
    await call("delete", `${LISTS_PATH}/${listId}`);
    await ask("x");
    expect(sent()[0]).not.toHaveProperty("lists");
    expect(await there()).toMatchObject([{ id: listId, version: 1 }]);
    clock.ms += 5_000;
    expect(await there()).toBeUndefined();
    await elsewhere.close();
  });

  // @spec SVC-23
  test("a call uses the shield only for pro and enterprise", async () => {
    await ask("x");
    await ask("x", {}, (await customer("pro")).apiKey);
    expect(sent().map(({ shield }) => shield)).toEqual([undefined, true]);
  });

  test("a call's policy can tighten the key's policy but not loosen it, and is not stored", async () => {
    const deny = [{ value: "Kolibri", type: "ORGANIZATION" }];
    const policy = { types: { ORGANIZATION: true }, deny };
    expect((await ask("x", { entity_policy: policy })).status).toBe(200);
    expect(sent()[0]?.policy).toEqual(policy);
    const { log, worker } = gateway().seen;
    const stored = [await gateway().database.dump(), await gateway().events()];
    const kept = JSON.stringify([stored, log, worker]);
    expect(kept).not.toMatch(/Kolibri/);

    const looser = { types: { PERSON: false }, allow: ["Kolibri"] };
    const refused = await ask("x", { entity_policy: looser });
    expect([refused.status, refused.body.error]).toEqual([400, "invalid_field"]);
    expect(refused.body.message).toContain("PERSON");
    const allows = await ask("x", { entity_policy: { allow: ["Kolibri"] } });
    expect([allows.status, allows.body.error]).toEqual([400, "invalid_field"]);
    for (const bad of [7, { Kolibri: 1 }, { types: { KOLIBRI: true } }, { allow: ["K"] }])
      expect((await ask("x", { entity_policy: bad })).body.error).toBe("invalid_field");
    expect(`${refused.text}${allows.text}`).not.toContain("Kolibri");
    expect(sent()).toEqual([]);
  });

  test("a call's policy can use aliases of types, and the sanitiser receives the canonical names", async () => {
    const { apiKey, keyId } = await customer();
    await bindKey(gateway().stores.apiKeys, keyId, { may_keep: ["EMAIL"] });
    const entity_policy = {
      types: { ORG: true, EMAIL_ADDRESS: false },
      thresholds: { PHONE_NUMBER: 0 },
      deny: [{ value: "Kolibri", type: "ADDRESS" }],
    };
    expect((await ask("x", { entity_policy }, apiKey)).status).toBe(200);
    expect(sent()[0]?.policy).toEqual({
      types: { ORGANIZATION: true, EMAIL: false },
      thresholds: { PHONE: 0 },
      deny: [{ value: "Kolibri", type: "STREET_ADDRESS" }],
    });
    const kept = await ask("x", { entity_policy: { types: { PHONE_NUMBER: false } } }, apiKey);
    expect([kept.status, kept.body.error]).toEqual([400, "invalid_field"]);
  });

  test.each<[object, string]>([
    [{ types: { EMAIL: true, EMAIL_ADDRESS: true } }, '"entity_policy.types" names EMAIL twice'],
    [
      { thresholds: { DOB: 0, DATE_OF_BIRTH: 1 } },
      '"entity_policy.thresholds" names DATE_OF_BIRTH',
    ],
    [
      { types: { LITERAL: false } },
      '"entity_policy.types" has an unknown key; use one of "PERSON"',
    ],
    [{ types: { KOLIBRI: true } }, '"EMAIL", .*"EMAIL_ADDRESS"'],
    [
      { deny: [{ value: "Kolibri", type: "LITERAL" }] },
      '"entity_policy.deny\\[0\\].type" must be one',
    ],
  ])("a call with the policy %j is refused", async (entity_policy, message) => {
    const reply = await ask("x", { entity_policy });
    expect([reply.status, reply.body.error]).toEqual([400, "invalid_field"]);
    expect(reply.body.message).toMatch(new RegExp(message));
    expect(reply.text).not.toMatch(/kolibri/i);
  });

  test("a call's policy can loosen the key's policy within the key's bounds, and the trace reports it", async () => {
    const { apiKey, keyId } = await customer();
    await bindKey(gateway().stores.apiKeys, keyId, { may_keep: ["PERSON"], may_allow: true });
    const entity_policy = { types: { PERSON: false }, allow: ["Kolibri"] };
    const reply = await ask("Ann Weber", { entity_policy }, apiKey);
    expect(sent()[0]?.policy).toEqual(entity_policy);
    const summary = reply.body.compliance_trace.data_exposure_summary;
    expect(summary.pii_in_ai).toBe(true);
    expect(summary.hint).toContain("PERSON");
    expect(summary.hint).not.toContain("Kolibri");
    const { body: policy } = await call("get", "/api/v1/account/entity-policy", undefined, apiKey);
    expect(policy).toMatchObject({
      types: { PERSON: true, ORGANIZATION: false },
      may_keep: ["PERSON"],
      may_allow: true,
    });
  });

  // @spec DEC-14
  test("a key with a policy cannot loosen it through a list, because it can create only deny lists", async () => {
    const { apiKey, keyId } = await customer();
    const before = await created(DENY, apiKey);
    await bindKey(gateway().stores.apiKeys, keyId, { types: { ORGANIZATION: true } });
    clock.ms += 5_000;
    const allow = { kind: "allow", entries: [{ value: "Ann Weber" }] };
    for (const reply of [
      await call("post", LISTS_PATH, allow, apiKey),
      await call("put", `${LISTS_PATH}/${before}`, DENY, apiKey),
      await call("delete", `${LISTS_PATH}/${before}`, undefined, apiKey),
    ])
      expect([reply.status, reply.body.error]).toEqual([403, "key_policy_forbids"]);
    await created(DENY, apiKey);
  });
});
