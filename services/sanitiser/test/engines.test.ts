/** @slow reads the name models */
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import request from "supertest";
import { startFakePresidio } from "./fake-presidio.ts";
import { sanitisedOf } from "./sanitised-of.ts";
import type { JsonServer } from "./serve-json.ts";
import { startTestSanitiser, type TestSanitiser } from "./test-sanitiser.ts";

let presidio: JsonServer;
let sanitiser: TestSanitiser;
beforeAll(async () => {
  presidio = await startFakePresidio();
});
afterEach(() => sanitiser.close());
afterAll(() => presidio.close());

async function startWithPresidioAt(url: string): Promise<TestSanitiser> {
  sanitiser = await startTestSanitiser({ PRESIDIO_URL: url, PRESIDIO_CONNECTIONS: "2" });
  return sanitiser;
}
const text = "My name is Mary Jones of London, anna@example.org";

test("When an analyzer is configured, then it replaces the name model, and the built-in patterns still run", async () => {
  const { post } = await startWithPresidioAt(presidio.url);
  const fields = [
    { name: "a", text },
    { name: "b", text: "Greg Miller left London for the Canadian city of Toronto" },
  ];
  const response = await post({ fields, language: "en" });
  expect(response.status).toBe(200);
  const answer = sanitisedOf(fields, response.body);
  expect(answer.fields.map((field) => field.text)).toEqual([
    "My name is [PERSON_1] of [LOCATION_1], [EMAIL_1]",
    "Greg Miller left [LOCATION_1] for the Canadian city of Toronto",
  ]);
  expect(answer.layers_active).toEqual(["patterns", "presidio"]);
});

test("When the analyzer does not support a text's language, then the built-in model reads the text and the analyzer does not receive it", async () => {
  const { post } = await startWithPresidioAt(presidio.url);
  const german = { name: "a", text: "Ich wohne mit Jürgen Schmidt in Hamburg und er ist nett" };
  const fields = [german, { name: "b", text }];
  const response = await post({ fields });
  expect(sanitisedOf(fields, response.body)).toMatchObject({
    fields: [{ text: "Ich wohne mit [PERSON_1] in [LOCATION_1] und er ist nett" }, {}],
    layers_active: ["patterns", "names", "presidio"],
  });
  expect(JSON.stringify(presidio.received)).not.toContain("Hamburg");
});

test("When the analyzer is down, then the sanitiser responds 503 without details and is not ready", async () => {
  const { post, opsApp } = await startWithPresidioAt("http://127.0.0.1:1");
  const response = await post({ fields: [{ name: "a", text }] });
  expect([response.status, response.body.error]).toEqual([503, "sanitizer_unavailable"]);
  expect(response.text).not.toMatch(/Jones|127\.0\.0\.1/);
  const ready = await request(opsApp).get("/ready");
  expect([ready.status, ready.body.checks]).toEqual([
    503,
    [
      { name: "engine_inline", ok: true },
      { name: "engine_presidio", ok: false },
    ],
  ]);
});

test("GET /invariant contains the host and port of the analyzer, and no other part of its URL", async () => {
  const { opsApp } = await startWithPresidioAt("https://user:word@analyzer.example:5002/path?key");
  const { body } = await request(opsApp).get("/invariant");
  expect(body.opens_connections_to).toEqual(["analyzer.example:5002"]);
});

test("When the body is invalid, then the sanitiser responds 400 without calling the analyzer", async () => {
  const { post } = await startWithPresidioAt(presidio.url);
  const before = presidio.received.length;
  for (const [body, code] of [
    ["{", "invalid_json"],
    [{ fields: [{ name: "a", text, customer_id: "cus_1" }] }, "invalid_field"],
  ]) {
    const response = await post(body);
    expect([response.status, response.body.error]).toEqual([400, code]);
  }
  expect(presidio.received).toHaveLength(before);
});
