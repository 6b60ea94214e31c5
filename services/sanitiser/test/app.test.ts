import { beforeEach, describe, expect, test } from "@jest/globals";
import type { ServiceName } from "@veil/crypto";
import { createOpsApp, createTokenIssuer, listen } from "@veil/http-kit";
import { createLogger, createMetrics } from "@veil/telemetry";
import { createTestTrust, until } from "@veil/testing";
import request from "supertest";
import { createInlinePiiLane } from "../src/adapters/inline-pii-lane.ts";
import { createApp } from "../src/app.ts";
import { watchLane } from "../src/lane-health.ts";
import { checkReady, describeInvariant } from "../src/operations.ts";
import type { PiiLane } from "../src/ports.ts";
import { sanitisedOf } from "./open-door.ts";
import { type BoxedList, boxedList, openEntityLists } from "./sealed-lists.ts";

const { trust, keysOf } = createTestTrust();
const metrics = createMetrics("sanitiser");
const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const lists = openEntityLists();
const inline = createInlinePiiLane(lists);

let lines: string[];
beforeEach(() => {
  lines = [];
});

function door(lane: PiiLane = inline) {
  const destination = { write: (line: string) => void lines.push(line) };
  return createApp({
    log: createLogger({ service: "sanitiser", level: "debug", destination }),
    metrics,
    trust,
    lanes: [{ lane, belowBytes: Number.POSITIVE_INFINITY }],
  });
}

const tokenOf = (service: ServiceName) => createTokenIssuer(keysOf(service)).tokenFor("sanitiser");

async function post(body: unknown, { app = door(), caller = "edge-gateway" as ServiceName } = {}) {
  return request(app)
    .post("/sanitise")
    .auth(await tokenOf(caller), { type: "bearer" })
    .set("x-request-id", "req_given")
    .set("traceparent", `00-${TRACE_ID}-b7ad6b7169203331-01`)
    .set("content-type", "application/json")
    .send(typeof body === "string" ? body : JSON.stringify(body));
}

const letter = {
  name: "letter",
  text: "Dear Ms Weber, write to anna@example.org. Sehr geehrter Herr Koch",
};

describe("POST /sanitise", () => {
  test("When the gateway asks, then the answer is as agreed and its ids are taken over", async () => {
    const asked = [letter, { name: "empty", text: "" }];
    const response = await post({ fields: asked, language: "en" });
    expect(response.status).toBe(200);
    expect(response.get("content-type")).toMatch("application/json");
    expect(response.get("x-request-id")).toBe("req_given");
    const { fields, layers_active } = sanitisedOf(asked, response.body);
    expect(fields.map(({ name, text }) => [name, text])).toEqual([
      [
        "letter",
        expect.stringMatching(
          /^Dear (Ms )?\[PERSON_1\], write to \[EMAIL_1\]\. Sehr geehrter (Herr )?\[PERSON_2\]$/,
        ),
      ],
      ["empty", ""],
    ]);
    expect(layers_active).toEqual(["patterns", "names"]);
  });

  test.each<[string, unknown, string]>([
    ["is not JSON", "{", "invalid_json"],
    ["is empty", "", "invalid_json"],
    ["has no fields", {}, "missing_field"],
    ["has no field", { fields: [] }, "invalid_field"],
    ["has an unknown language", { fields: [letter], language: "fr" }, "invalid_field"],
    ["names the customer", { fields: [letter], customer_id: "cus_1" }, "invalid_field"],
    ["has a text that is none", { fields: [{ name: "a", text: 1 }] }, "invalid_field"],
    ["is a list", [letter], "invalid_field"],
  ])("When the body %s, then 400, without a word of it", async (_case, body, code) => {
    const response = await post(body);
    expect([response.status, response.body.error]).toEqual([400, code]);
    expect(response.text).not.toMatch(/Weber|anna@|cus_1/);
  });

  test("When the body has more than 32 MB, then 400 request_too_large", async () => {
    const response = await post({ fields: [{ name: "a", text: "x".repeat(32 * 1024 * 1024) }] });
    expect([response.status, response.body.error]).toEqual([400, "request_too_large"]);
  });

  test("When a text has 4 MB, then it is sanitised to its end", async () => {
    const text = `${"Lorem ipsum. ".repeat(320_000)} anna@example.org`;
    const asked = [{ name: "long", text }];
    const response = await post({ fields: asked });
    expect(response.status).toBe(200);
    const { fields } = sanitisedOf(asked, response.body);
    expect(fields[0]?.text).toBe(text.replace("anna@example.org", () => "[EMAIL_1]"));
  }, 60_000);

  test("When the connection closes before the answer, then the work is stopped, and no failure is logged", async () => {
    let stopped = false;
    let begun = false;
    const endless: PiiLane = {
      ...inline,
      sanitise: (_body, _work, gone) =>
        new Promise((_resolve, reject) => {
          begun = true;
          gone?.addEventListener("abort", () => {
            stopped = true;
            reject(gone.reason as Error);
          });
        }),
    };
    const listener = await listen(door(endless), { host: "127.0.0.1", port: 0 });
    const controller = new AbortController();
    const answer = fetch(`${listener.url}/sanitise`, {
      method: "POST",
      headers: { authorization: `Bearer ${await tokenOf("edge-gateway")}` },
      body: JSON.stringify({ fields: [letter] }),
      signal: controller.signal,
    });
    const refused = expect(answer).rejects.toMatchObject({ name: "AbortError" });
    await until("it is worked on", () => begun);
    controller.abort();
    await refused;
    await until("the work is stopped", () => stopped);
    await listener.close(0);
    expect(lines.join("")).toContain('"status":499');
    expect(lines.join("")).not.toContain("request_failed");
  });

  test("When the engine breaks, then 503, and the cause does not leave", async () => {
    const broken = watchLane({
      ...inline,
      sanitise: () => Promise.reject(new Error("anna@example.org")),
    });
    const response = await post({ fields: [letter] }, { app: door(broken) });
    expect(response.status).toBeGreaterThanOrEqual(500);
    expect(response.text + lines.join("")).not.toMatch(/anna@/);
  });
});

describe("Lists of entities", () => {
  const falke = { kind: "deny", entries: [{ value: "Projekt Falke" }] } as const;
  const fields = [{ name: "a", text: "Zu projekt falke" }];

  test("When a list is not held, then 409 list_needed; with its box it is used, and then held", async () => {
    const { box, sealing_key_id, ...reference } = boxedList({
      ...falke,
      entries: [...falke.entries],
    });
    const needed = await post({ fields, lists: [reference] });
    expect([needed.status, needed.body.error]).toEqual([409, "list_needed"]);
    for (const list of [{ ...reference, box, sealing_key_id }, reference]) {
      const response = await post({ fields, lists: [list] });
      expect(response.status).toBe(200);
      expect(sanitisedOf(fields, response.body).fields[0]?.text).toBe("Zu [KNOWN_ENTITY_1]");
    }
  });

  test.each<[string, (list: BoxedList) => object]>([
    ["is damaged", (list) => ({ ...list, box: `${list.box.slice(0, -8)}AAAAAAA=` })],
    ["is another version's", (list) => ({ ...list, version: 7 })],
    ["is another list's", (list) => ({ ...list, id: `lst_${"0".repeat(32)}` })],
    ["is sealed to no key of this service", (list) => ({ ...list, sealing_key_id: "other" })],
    ["names no key", ({ sealing_key_id: _key, ...list }) => list],
    ["holds no list", () => boxedList({ kind: "deny", entries: [{ value: "x" }] })],
    ["is no box", (list) => ({ ...list, box: "Projekt Falke" })],
  ])("When a box %s, then 400 invalid_field without a word of it", async (_case, change) => {
    const list = boxedList({ kind: "deny", entries: [{ value: "Projekt Falke" }] });
    const response = await post({ fields, lists: [change(list)] });
    expect([response.status, response.body.error]).toEqual([400, "invalid_field"]);
    expect(response.text + lines.join("")).not.toMatch(/falke/i);
  });

  test("Nothing of a list reaches the log", async () => {
    const list = boxedList({ kind: "deny", entries: [{ value: "Projekt Falke" }] });
    await post({ fields, lists: [list] });
    expect(lines.join("")).not.toMatch(/falke|lst_/i);
    expect(lines.join("")).not.toContain(list.box.slice(0, 16));
  });
});

describe("The sanitiser's door", () => {
  test.each<ServiceName>(["bridge", "inference-worker", "audit", "veil-signer", "sanitiser"])(
    "When %s calls, then 403 on every path",
    async (caller) => {
      const token = await tokenOf(caller);
      for (const path of ["/sanitise", "/door", "/nowhere"]) {
        const response = await request(door()).post(path).auth(token, { type: "bearer" }).send({});
        expect([path, response.status, response.body.error]).toEqual([
          path,
          403,
          "caller_not_allowed",
        ]);
      }
    },
  );

  test("When nobody vouches for the caller, then 401, before the body is read", async () => {
    const response = await request(door()).post("/sanitise").send("{");
    expect([response.status, response.body.error]).toEqual([401, "caller_not_authenticated"]);
  });

  test("When the method or the path is another, then 405 with Allow, or 404", async () => {
    const token = await tokenOf("edge-gateway");
    const get = await request(door()).get("/sanitise").auth(token, { type: "bearer" });
    expect([get.status, get.get("allow")]).toEqual([405, "POST"]);
    for (const path of ["/nowhere", "/credential"]) {
      const other = await request(door()).post(path).auth(token, { type: "bearer" }).send({});
      expect([path, other.status, other.body.error]).toEqual([path, 404, "not_found"]);
    }
  });
});

test("No text reaches the log, whatever becomes of the request; ids do", async () => {
  await post({ fields: [letter] });
  await post({ fields: [{ ...letter, extra: "anna@example.org" }] });
  await post(`{"fields":[{"name":"Weber`);
  const log = lines.join("");
  expect(log).not.toMatch(/Weber|Koch|anna@/);
  expect(log).toContain('"request_id":"req_given"');
  expect(log).toContain(TRACE_ID);
});

describe("The operator's port", () => {
  const ops = (lane: PiiLane) => {
    const watched = watchLane(lane);
    return createOpsApp({
      service: "sanitiser",
      metrics,
      ready: () => checkReady([watched]),
      invariant: describeInvariant,
    });
  };

  test("says ready when the canary is masked, and not when it comes through", async () => {
    expect((await request(ops(inline)).get("/ready")).status).toBe(200);
    const echo = await request(ops({ ...inline, sanitise: async (body) => body })).get("/ready");
    expect([echo.status, echo.body.checks]).toEqual([503, [{ name: "engine_inline", ok: false }]]);
  });

  test("says what the sanitiser promises", async () => {
    expect((await request(ops(inline)).get("/invariant")).body).toEqual({
      service: "sanitiser",
      zone: "sanitiser",
      allowed_callers: ["edge-gateway"],
      opens_connections_to: [],
    });
  });
});
