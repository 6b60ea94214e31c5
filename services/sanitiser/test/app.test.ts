/** @slow reads the name models */
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { ServiceName } from "@veil/crypto";
import { listen } from "@veil/service-kit/http";
import { until } from "@veil/testing";
import request from "supertest";
import type { PiiPool } from "../src/ports.ts";
import { sanitisedOf } from "./sanitised-of.ts";
import { type BoxedList, boxedList } from "./sealed-lists.ts";
import {
  inlinePool,
  startTestSanitiser,
  type TestSanitiser,
  TRACE_ID,
  tokenOf,
} from "./test-sanitiser.ts";

let sanitiser: TestSanitiser;
beforeEach(async () => {
  sanitiser = await startTestSanitiser();
});
afterEach(() => sanitiser.close());

async function restartWith(pool: PiiPool): Promise<void> {
  await sanitiser.close();
  sanitiser = await startTestSanitiser({}, { pool });
}

const letter = {
  name: "letter",
  text: "Dear Ms Weber, write to anna@example.org. Sehr geehrter Herr Koch",
};

describe("POST /sanitise", () => {
  test("When the gateway sends a valid request, then the response follows the contract and has the request's id", async () => {
    const asked = [letter, { name: "empty", text: "" }];
    const response = await sanitiser.post({ fields: asked, language: "en" });
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
    ["has an empty list of fields", { fields: [] }, "invalid_field"],
    ["has an unknown language", { fields: [letter], language: "fr" }, "invalid_field"],
    ["names the customer", { fields: [letter], customer_id: "cus_1" }, "invalid_field"],
    ["has a text that is not a string", { fields: [{ name: "a", text: 1 }] }, "invalid_field"],
    ["is a list", [letter], "invalid_field"],
  ])(
    "When the body %s, then the sanitiser responds 400 and repeats nothing from the body",
    async (_case, body, code) => {
      const response = await sanitiser.post(body);
      expect([response.status, response.body.error]).toEqual([400, code]);
      expect(response.text).not.toMatch(/Weber|anna@|cus_1/);
    },
  );

  test("When the body is larger than 32 MB, then the sanitiser responds 400 request_too_large", async () => {
    const response = await sanitiser.post({
      fields: [{ name: "a", text: "x".repeat(32 * 1024 * 1024) }],
    });
    expect([response.status, response.body.error]).toEqual([400, "request_too_large"]);
  });

  test("When a text is 4 MB long, then it is sanitised to its end", async () => {
    const text = `${"Lorem ipsum. ".repeat(320_000)} anna@example.org`;
    const asked = [{ name: "long", text }];
    const response = await sanitiser.post({ fields: asked });
    expect(response.status).toBe(200);
    const { fields } = sanitisedOf(asked, response.body);
    expect(fields[0]?.text).toBe(text.replace("anna@example.org", () => "[EMAIL_1]"));
  });

  test("When the connection closes before the response, then the work is stopped and no failure is logged", async () => {
    let stopped = false;
    let begun = false;
    const endless: PiiPool = {
      ...inlinePool,
      sanitise: (_body, _work, gone) =>
        new Promise((_resolve, reject) => {
          begun = true;
          gone?.addEventListener("abort", () => {
            stopped = true;
            reject(gone.reason as Error);
          });
        }),
    };
    await restartWith(endless);
    const listener = await listen(sanitiser.app, { host: "127.0.0.1", port: 0 });
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
    expect(sanitiser.lines.join("")).toContain('"status":499');
    expect(sanitiser.lines.join("")).not.toContain("request_failed");
  });

  test("When the engine fails, then the response is a server error that hides the cause", async () => {
    const sanitise = () => Promise.reject(new Error("anna@example.org"));
    await restartWith({ ...inlinePool, sanitise });
    const response = await sanitiser.post({ fields: [letter] });
    expect(response.status).toBeGreaterThanOrEqual(500);
    expect(response.text + sanitiser.lines.join("")).not.toMatch(/anna@/);
  });
});

describe("Lists of entities", () => {
  const falke = { kind: "deny", entries: [{ value: "Projekt Falke" }] } as const;
  const fields = [{ name: "a", text: "Zu projekt falke" }];

  test("When a list is not cached, then the sanitiser responds 409 list_needed, and caches the list once its box is sent", async () => {
    const { box, sealing_key_id, ...reference } = boxedList({
      ...falke,
      entries: [...falke.entries],
    });
    const needed = await sanitiser.post({ fields, lists: [reference] });
    expect([needed.status, needed.body.error]).toEqual([409, "list_needed"]);
    for (const list of [{ ...reference, box, sealing_key_id }, reference]) {
      const response = await sanitiser.post({ fields, lists: [list] });
      expect(response.status).toBe(200);
      expect(sanitisedOf(fields, response.body).fields[0]?.text).toBe("Zu [KNOWN_ENTITY_1]");
    }
  });

  test.each<[string, (list: BoxedList) => object]>([
    ["is damaged", (list) => ({ ...list, box: `${list.box.slice(0, -8)}AAAAAAA=` })],
    ["belongs to another version", (list) => ({ ...list, version: 7 })],
    ["belongs to another list", (list) => ({ ...list, id: `lst_${"0".repeat(32)}` })],
    [
      "is sealed to a key that this service does not have",
      (list) => ({ ...list, sealing_key_id: "other" }),
    ],
    ["has no key id", ({ sealing_key_id: _key, ...list }) => list],
    ["contains no valid list", () => boxedList({ kind: "deny", entries: [{ value: "x" }] })],
    ["is plain text", (list) => ({ ...list, box: "Projekt Falke" })],
  ])(
    "When a box %s, then the sanitiser responds 400 invalid_field and repeats nothing from the list",
    async (_case, change) => {
      const list = boxedList({ kind: "deny", entries: [{ value: "Projekt Falke" }] });
      const response = await sanitiser.post({ fields, lists: [change(list)] });
      expect([response.status, response.body.error]).toEqual([400, "invalid_field"]);
      expect(response.text + sanitiser.lines.join("")).not.toMatch(/falke/i);
    },
  );

  test("The log contains neither the content, the id nor the box of a list", async () => {
    const list = boxedList({ kind: "deny", entries: [{ value: "Projekt Falke" }] });
    await sanitiser.post({ fields, lists: [list] });
    expect(sanitiser.lines.join("")).not.toMatch(/falke|lst_/i);
    expect(sanitiser.lines.join("")).not.toContain(list.box.slice(0, 16));
  });
});

describe("The sanitiser's access check", () => {
  test.each<ServiceName>(["bridge", "inference-worker", "audit", "veil-signer", "sanitiser"])(
    "When %s calls, then the sanitiser responds 403 on every path",
    async (caller) => {
      const token = await tokenOf(caller);
      for (const path of ["/sanitise", "/claims/sign", "/door", "/nowhere"]) {
        const response = await request(sanitiser.app)
          .post(path)
          .auth(token, { type: "bearer" })
          .send({});
        expect([path, response.status, response.body.error]).toEqual([
          path,
          403,
          "caller_not_allowed",
        ]);
      }
    },
  );

  test("When the caller sends no credential, then the sanitiser responds 401 before it reads the body", async () => {
    const response = await request(sanitiser.app).post("/sanitise").send("{");
    expect([response.status, response.body.error]).toEqual([401, "caller_not_authenticated"]);
  });

  test("When the method is wrong, then the sanitiser responds 405 with Allow; when the path is wrong, it responds 404", async () => {
    const token = await tokenOf("edge-gateway");
    const get = await request(sanitiser.app).get("/sanitise").auth(token, { type: "bearer" });
    expect([get.status, get.get("allow")]).toEqual([405, "POST"]);
    for (const path of ["/nowhere", "/credential"]) {
      const other = await request(sanitiser.app)
        .post(path)
        .auth(token, { type: "bearer" })
        .send({});
      expect([path, other.status, other.body.error]).toEqual([path, 404, "not_found"]);
    }
  });
});

test("The log contains the request id, but neither text nor a trace context, after success and after failure", async () => {
  await sanitiser.post({ fields: [letter] });
  await sanitiser.post({ fields: [{ ...letter, extra: "anna@example.org" }] });
  await sanitiser.post(`{"fields":[{"name":"Weber`);
  const log = sanitiser.lines.join("");
  expect(log).not.toMatch(/Weber|Koch|anna@/);
  expect(log).toContain('"request_id":"req_given"');
  expect(log).not.toContain(TRACE_ID);
});

describe("The operator's port", () => {
  test("GET /ready responds 200 when the canary is masked, and 503 when it is not", async () => {
    expect((await request(sanitiser.opsApp).get("/ready")).status).toBe(200);
    await restartWith({ ...inlinePool, sanitise: async (body) => body });
    const echo = await request(sanitiser.opsApp).get("/ready");
    expect([echo.status, echo.body.checks]).toEqual([503, [{ name: "engine_inline", ok: false }]]);
  });

  test("GET /invariant returns the sanitiser's zone, allowed callers and connections", async () => {
    expect((await request(sanitiser.opsApp).get("/invariant")).body).toEqual({
      service: "sanitiser",
      zone: "sanitiser",
      allowed_callers: ["edge-gateway"],
      opens_connections_to: [],
    });
  });
});
