import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { EntityListSummary } from "@veil/contracts/public/entity-lists";
import type { SanitiseRequest } from "@veil/contracts/sanitiser";
import request from "supertest";
import { bindKey } from "./support/changes.ts";
import { type ListsApp, startListsApp } from "./support/lists-app.ts";

const PATH = "/api/v1/account/entity-lists";
const DENY = { kind: "deny", entries: [{ value: "Projekt Falke" }, { value: "Adler" }] } as const;
const parse = checked(EntityListSummary);

let lists: ListsApp;
let key = "";
beforeAll(async () => {
  lists = await startListsApp();
});
afterAll(() => lists.close());
beforeEach(async () => {
  key = (await lists.customer()).apiKey;
});

type Method = "get" | "post" | "put" | "delete" | "patch";
const call = (method: Method, path: string, body?: object | string, apiKey = key) => {
  const sent = request(lists.app)[method](path).set("x-api-key", apiKey);
  return body === undefined ? sent : sent.type("json").send(body);
};
async function created(content: object = DENY, apiKey = key): Promise<string> {
  const reply = await call("post", PATH, content, apiKey);
  expect(reply.status).toBe(201);
  return parse(reply.body).list_id;
}

describe("A customer's lists", () => {
  test("are created, told, replaced and deleted, and never given back", async () => {
    const made = await call("post", PATH, DENY);
    const { list_id } = parse(made.body);
    expect(made.status).toBe(201);
    expect(made.headers["location"]).toBe(`${PATH}/${list_id}`);
    const summary = {
      list_id: expect.stringMatching(/^lst_[0-9a-f]{32}$/),
      version: 1,
      kind: "deny",
      entry_count: 2,
      updated_at: new Date(lists.clock.ms).toISOString(),
    };
    expect(made.body).toEqual(summary);
    expect((await call("get", `${PATH}/${list_id}`)).body).toEqual(summary);
    expect((await call("get", PATH)).body).toEqual({ lists: [summary] });

    const content = { kind: "allow", entries: [{ value: "Ann Weber", type: "PERSON" }] };
    const replaced = await call("put", `${PATH}/${list_id}`, content);
    expect([replaced.status, replaced.body]).toEqual([
      200,
      { ...summary, version: 2, kind: "allow", entry_count: 1 },
    ]);
    expect((await call("delete", `${PATH}/${list_id}`)).status).toBe(204);
    for (const method of ["get", "put", "delete"] as const)
      expect((await call(method, `${PATH}/${list_id}`, DENY)).body.error).toBe("not_found");
    expect((await call("get", PATH)).body).toEqual({ lists: [] });
  });

  test("are nobody else's: another customer's list looks like none", async () => {
    const listId = await created();
    const stranger = (await lists.customer()).apiKey;
    for (const method of ["get", "put", "delete"] as const) {
      const reply = await call(method, `${PATH}/${listId}`, DENY, stranger);
      expect([reply.status, reply.body.error]).toEqual([404, "not_found"]);
    }
    expect((await call("get", PATH, undefined, stranger)).body).toEqual({ lists: [] });
    expect((await call("get", `${PATH}/${listId}`)).body.version).toBe(1);
  });

  test.each([
    ["nothing", undefined, "invalid_json", ""],
    ["no JSON", '{"kind": "deny", "entries": [{"value": "Geheim"', "invalid_json", ""],
    ["no object", "[]", "invalid_field", "The body"],
    ["no kind", { entries: [{ value: "Geheim" }] }, "missing_field", '"kind"'],
    ["an unknown kind", { ...DENY, kind: "Geheim" }, "invalid_field", '"kind"'],
    ["no entries", { kind: "deny", entries: [] }, "invalid_field", '"entries"'],
    ["a field too many", { ...DENY, Geheim: 1 }, "invalid_field", "The body"],
    ["an entry of text", { kind: "deny", entries: ["Geheim"] }, "invalid_field", '"entries"'],
    ["an entry without value", one({ type: "PERSON" }), "missing_field", '"entries.value"'],
    ["a field of an entry", one({ value: "Geheim", Geheim: 1 }), "invalid_field", '"entries"'],
    ["one character", one({ value: "G" }), "invalid_field", '"entries"'],
    ["an essay", one({ value: "Geheim".repeat(50) }), "invalid_field", '"entries"'],
    ["an unknown type", one({ value: "Geheim", type: "GEHEIM" }), "invalid_field", '"entries"'],
    ["a literal", one({ value: "Geheim", type: "LITERAL" }), "invalid_field", '"entries[0].type"'],
    ["no letter", one({ value: "?! …" }), "invalid_field", '"entries[0].value"'],
    ["__proto__", '{"kind":"deny","entries":[],"__proto__":{"Geheim":1}}', "invalid_field", ""],
  ])("are refused with %s, by the place and never the value", async (_case, body, code, place) => {
    for (const [method, path] of [
      ["post", PATH],
      ["put", `${PATH}/${await created()}`],
    ] as const) {
      const reply = await call(method, path, body ?? "");
      expect([reply.status, reply.body.error]).toEqual([400, code]);
      expect(reply.body.message).toContain(place);
      expect(reply.text).not.toMatch(/geheim/i);
    }
  });

  function one(entry: object) {
    return { kind: "deny", entries: [entry] };
  }

  test("may be as large as a body, and no larger", async () => {
    const entries = Array.from({ length: 100_000 }, (_, index) => ({ value: `Projekt ${index}` }));
    const full = await call("post", PATH, { kind: "deny", entries });
    expect([full.status, full.body.entry_count]).toEqual([201, 100_000]);
    const over = await call("post", PATH, { kind: "deny", entries: [...entries, ...DENY.entries] });
    expect([over.status, over.body.error]).toEqual([400, "invalid_field"]);
    const body = JSON.stringify(DENY).padEnd(4 * 1024 * 1024 + 1);
    const large = await call("post", PATH, body);
    expect([large.status, large.body.error]).toEqual([400, "request_too_large"]);
  });

  test("are no more than 32, nor more than fit into one request to the sanitiser", async () => {
    for (let count = 0; count < 32; count++) await created();
    const more = await call("post", PATH, DENY);
    expect([more.status, more.body.error]).toEqual([400, "too_many_lists"]);
    const other = (await lists.customer()).apiKey;
    const long = Array.from({ length: 14_000 }, (_, index) => ({
      value: `${index}`.padEnd(250, "x"),
    }));
    const heavy = { kind: "deny", entries: long };
    const listId = await created(heavy, other);
    await created(heavy, other);
    const third = await call("post", PATH, heavy, other);
    expect([third.status, third.body.error]).toEqual([400, "request_too_large"]);
    expect((await call("put", `${PATH}/${listId}`, heavy, other)).body.version).toBe(2);
  });

  test.each<[Method, string, string]>([
    ["put", PATH, "GET, HEAD, POST"],
    ["delete", PATH, "GET, HEAD, POST"],
    ["post", `${PATH}/lst_1`, "GET, HEAD, PUT, DELETE"],
    ["patch", `${PATH}/lst_1`, "GET, HEAD, PUT, DELETE"],
    ["post", "/api/v1/account/entity-policy", "GET, HEAD"],
  ])("%s %s is 405 with what is allowed", async (method, path, allow) => {
    const reply = await call(method, path, DENY);
    expect([reply.status, reply.body.error]).toEqual([405, "method_not_allowed"]);
    expect(reply.headers["allow"]).toBe(allow);
  });

  test.each(["lst_1", `lst_${"A".repeat(32)}`, "%00", "..%2f..%2fetc", `lst_${"0".repeat(33)}`])(
    "%s was never a list",
    async (id) => {
      expect((await call("get", `${PATH}/${id}`)).status).toBe(404);
      expect((await call("delete", `${PATH}/${id}`)).status).toBe(404);
    },
  );
});

describe("A native request", () => {
  const PROXY = "/api/v1/proxy/messages";
  const ask = (note: string, more: object = {}, apiKey = key) =>
    call("post", PROXY, body(note, more), apiKey);
  const body = (note: string, more: object) => ({
    prompt_template: "{letter} {note}",
    context: { letter: "Projekt Falke is late", note },
    ...more,
  });
  const sent = () => {
    const { sanitiser } = lists.seen;
    return sanitiser.splice(0).map((text) => JSON.parse(text) as SanitiseRequest);
  };
  beforeEach(() => void sent());

  test("has the entries of all lists replaced in every field, and says how many lists", async () => {
    await created();
    await created({ kind: "deny", entries: [{ value: "Zeppelin" }] });
    lists.seen.worker.length = 0;
    const reply = await ask("a Zeppelin of Projekt Falke");
    expect(reply.body.result).toBe("Projekt Falke is late a Zeppelin of Projekt Falke");
    const [job = ""] = lists.seen.worker;
    expect(JSON.parse(job).context).toEqual([
      { name: "letter", text: "[KNOWN_ENTITY_1] is late" },
      { name: "note", text: "a [KNOWN_ENTITY_2] of [KNOWN_ENTITY_1]" },
    ]);
    const { steps, data_exposure_summary } = reply.body.compliance_trace;
    expect(JSON.stringify(steps)).toContain("lists of known entities: 2");
    expect(data_exposure_summary.hint).toContain("lists of the kind allow");
  });

  test("names its lists; boxes go along only when they are asked for, once", async () => {
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
    lists.sanitiser.forgetLists();
    expect((await ask("z")).status).toBe(200);
    expect(sent()).toHaveLength(2);
  });

  test("has no place for lists when there are none, and none of another customer's", async () => {
    await created();
    const { apiKey } = await lists.customer();
    const reply = await ask("x", {}, apiKey);
    expect(reply.status).toBe(200);
    expect(sent()).toEqual([{ fields: expect.any(Array) }]);
    expect(JSON.stringify(reply.body.compliance_trace)).not.toContain("known entities");
  });

  test("has lists as they are now on this replica, and within five seconds on others", async () => {
    const listId = await created();
    const elsewhere = await lists.replica({});
    const there = async () => {
      const letter = body("x", {});
      await request(elsewhere.app).post(PROXY).set("x-api-key", key).send(letter).expect(200);
      return sent().at(-1)?.lists;
    };
    expect(await there()).toMatchObject([{ id: listId, version: 1 }]);
    await ask("x");
    await call("put", `${PATH}/${listId}`, { kind: "deny", entries: [{ value: "Adler" }] });
    sent();
    const reply = await ask("Adler");
    expect(sent()[0]?.lists).toEqual([{ id: listId, version: 2 }]);
    expect(reply.body.result).toBe("Projekt Falke is late Adler");
    await call("delete", `${PATH}/${listId}`);
    await ask("x");
    expect(sent()[0]).not.toHaveProperty("lists");
    expect(await there()).toMatchObject([{ id: listId, version: 1 }]);
    lists.clock.ms += 5_000;
    expect(await there()).toBeUndefined();
    await elsewhere.close();
  });

  test("has the shield for pro and enterprise alone", async () => {
    await ask("x");
    await ask("x", {}, (await lists.customer("pro")).apiKey);
    expect(sent().map(({ shield }) => shield)).toEqual([undefined, true]);
  });

  test("asks for more than the key's policy, and not for less; what it asked for stays nowhere", async () => {
    const deny = [{ value: "Kolibri", type: "ORGANIZATION" }];
    const policy = { types: { ORGANIZATION: true }, deny };
    expect((await ask("x", { entity_policy: policy })).status).toBe(200);
    expect(sent()[0]?.policy).toEqual(policy);
    const { admissions, ends, records } = lists.kept;
    const { log, worker } = lists.seen;
    const kept = JSON.stringify([admissions, ends, [...records], log, worker]);
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

  test("may ask for less within the bounds of its key, and the trace says so", async () => {
    const { apiKey, keyId } = await lists.customer();
    await bindKey(lists.stores.apiKeys, keyId, { may_keep: ["PERSON"], may_allow: true });
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

  test("with a bound key cannot be helped by a list: such a key creates deny lists alone", async () => {
    const { apiKey, keyId } = await lists.customer();
    const before = await created(DENY, apiKey);
    await bindKey(lists.stores.apiKeys, keyId, { types: { ORGANIZATION: true } });
    lists.clock.ms += 5_000;
    const allow = { kind: "allow", entries: [{ value: "Ann Weber" }] };
    for (const reply of [
      await call("post", PATH, allow, apiKey),
      await call("put", `${PATH}/${before}`, DENY, apiKey),
      await call("delete", `${PATH}/${before}`, undefined, apiKey),
    ])
      expect([reply.status, reply.body.error]).toEqual([403, "key_policy_forbids"]);
    await created(DENY, apiKey);
  });
});
