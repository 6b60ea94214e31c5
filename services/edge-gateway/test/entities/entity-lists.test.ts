import { expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import { DENY, LISTS_PATH, type Method, openListsSuite } from "../support/lists-suite.ts";

const { clock, customer, call, created } = openListsSuite();

describeWithServer("postgres", "A customer's lists", () => {
  // @spec DEC-14
  test("lists can be created, listed, replaced and deleted, and their entries are never returned", async () => {
    const made = await call("post", LISTS_PATH, DENY);
    const { list_id } = made.body;
    expect(made.status).toBe(201);
    expect(made.headers["location"]).toBe(`${LISTS_PATH}/${list_id}`);
    const summary = {
      list_id: expect.stringMatching(/^lst_[0-9a-f]{32}$/),
      version: 1,
      kind: "deny",
      entry_count: 2,
      updated_at: new Date(clock.ms).toISOString(),
    };
    expect(made.body).toEqual(summary);
    expect((await call("get", `${LISTS_PATH}/${list_id}`)).body).toEqual(summary);
    expect((await call("get", LISTS_PATH)).body).toEqual({ lists: [summary] });

    const content = { kind: "allow", entries: [{ value: "Ann Weber", type: "PERSON" }] };
    const replaced = await call("put", `${LISTS_PATH}/${list_id}`, content);
    expect([replaced.status, replaced.body]).toEqual([
      200,
      { ...summary, version: 2, kind: "allow", entry_count: 1 },
    ]);
    expect((await call("delete", `${LISTS_PATH}/${list_id}`)).status).toBe(204);
    for (const method of ["get", "put", "delete"] as const)
      expect((await call(method, `${LISTS_PATH}/${list_id}`, DENY)).body.error).toBe("not_found");
    expect((await call("get", LISTS_PATH)).body).toEqual({ lists: [] });
  });

  test("a customer's lists do not exist for another customer", async () => {
    const listId = await created();
    const other = (await customer()).apiKey;
    for (const method of ["get", "put", "delete"] as const) {
      const reply = await call(method, `${LISTS_PATH}/${listId}`, DENY, other);
      expect([reply.status, reply.body.error]).toEqual([404, "not_found"]);
    }
    expect((await call("get", LISTS_PATH, undefined, other)).body).toEqual({ lists: [] });
    expect((await call("get", `${LISTS_PATH}/${listId}`)).body.version).toBe(1);
  });

  test.each([
    ["no body", undefined, "invalid_json", ""],
    ["no JSON", '{"kind": "deny", "entries": [{"value": "Geheim"', "invalid_json", ""],
    ["a body that is not an object", "[]", "invalid_field", "The body"],
    ["no kind", { entries: [{ value: "Geheim" }] }, "missing_field", '"kind"'],
    ["an unknown kind", { ...DENY, kind: "Geheim" }, "invalid_field", '"kind"'],
    ["no entries", { kind: "deny", entries: [] }, "invalid_field", '"entries"'],
    ["an unknown field", { ...DENY, Geheim: 1 }, "invalid_field", "The body"],
    [
      "an entry that is a string",
      { kind: "deny", entries: ["Geheim"] },
      "invalid_field",
      '"entries[0]"',
    ],
    ["an entry without value", one({ type: "PERSON" }), "missing_field", '"entries[0].value"'],
    [
      "an unknown field in an entry",
      one({ value: "Geheim", Geheim: 1 }),
      "invalid_field",
      '"entries[0]"',
    ],
    ["a value of one character", one({ value: "G" }), "invalid_field", '"entries[0].value"'],
    [
      "a very long value",
      one({ value: "Geheim".repeat(50) }),
      "invalid_field",
      '"entries[0].value"',
    ],
    [
      "an unknown type",
      one({ value: "Geheim", type: "GEHEIM" }),
      "invalid_field",
      '"entries[0].type"',
    ],
    [
      "the type LITERAL",
      one({ value: "Geheim", type: "LITERAL" }),
      "invalid_field",
      '"entries[0].type"',
    ],
    ["a value without letters", one({ value: "?! …" }), "invalid_field", '"entries[0].value"'],
    ["__proto__", '{"kind":"deny","entries":[],"__proto__":{"Geheim":1}}', "invalid_field", ""],
  ])(
    "a list with %s is refused with the position of the error, but without the value",
    async (_case, body, code, place) => {
      for (const [method, path] of [
        ["post", LISTS_PATH],
        ["put", `${LISTS_PATH}/${await created()}`],
      ] as const) {
        const reply = await call(method, path, body ?? "");
        expect([reply.status, reply.body.error]).toEqual([400, code]);
        expect(reply.body.message).toContain(place);
        expect(reply.text).not.toMatch(/geheim/i);
      }
    },
  );

  function one(entry: object) {
    return { kind: "deny", entries: [entry] };
  }

  test("a list is accepted up to the maximum number of entries and the maximum body size", async () => {
    const entries = Array.from({ length: 100_000 }, (_, index) => ({ value: `Projekt ${index}` }));
    const full = await call("post", LISTS_PATH, { kind: "deny", entries });
    expect([full.status, full.body.entry_count]).toEqual([201, 100_000]);
    const over = await call("post", LISTS_PATH, {
      kind: "deny",
      entries: [...entries, ...DENY.entries],
    });
    expect([over.status, over.body.error]).toEqual([400, "invalid_field"]);
    const body = JSON.stringify(DENY).padEnd(4 * 1024 * 1024 + 1);
    const large = await call("post", LISTS_PATH, body);
    expect([large.status, large.body.error]).toEqual([400, "request_too_large"]);
  });

  // @spec DEC-14
  test("a customer can have 32 lists, if they fit into one request to the sanitiser", async () => {
    for (let count = 0; count < 32; count++) await created();
    const more = await call("post", LISTS_PATH, DENY);
    expect([more.status, more.body.error]).toEqual([400, "too_many_lists"]);
    const other = (await customer()).apiKey;
    const long = Array.from({ length: 14_000 }, (_, index) => ({
      value: `${index}`.padEnd(250, "x"),
    }));
    const heavy = { kind: "deny", entries: long };
    const listId = await created(heavy, other);
    await created(heavy, other);
    const third = await call("post", LISTS_PATH, heavy, other);
    expect([third.status, third.body.error]).toEqual([400, "request_too_large"]);
    expect((await call("put", `${LISTS_PATH}/${listId}`, heavy, other)).body.version).toBe(2);
  });

  test.each<[Method, string, string]>([
    ["put", LISTS_PATH, "GET, HEAD, POST"],
    ["delete", LISTS_PATH, "GET, HEAD, POST"],
    ["post", `${LISTS_PATH}/lst_1`, "GET, HEAD, PUT, DELETE"],
    ["patch", `${LISTS_PATH}/lst_1`, "GET, HEAD, PUT, DELETE"],
    ["post", "/api/v1/account/entity-policy", "GET, HEAD"],
  ])("%s %s gets 405 with the allowed methods", async (method, path, allow) => {
    const reply = await call(method, path, DENY);
    expect([reply.status, reply.body.error]).toEqual([405, "method_not_allowed"]);
    expect(reply.headers["allow"]).toBe(allow);
  });

  test.each(["lst_1", `lst_${"A".repeat(32)}`, "%00", "..%2f..%2fetc", `lst_${"0".repeat(33)}`])(
    "a request for the unknown list %s gets 404",
    async (id) => {
      expect((await call("get", `${LISTS_PATH}/${id}`)).status).toBe(404);
      expect((await call("delete", `${LISTS_PATH}/${id}`)).status).toBe(404);
    },
  );
});
