/** @slow reads the models of names */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createOpsApp } from "@veil/http-kit";
import { createMetrics } from "@veil/telemetry";
import request from "supertest";
import { createInlinePiiLane } from "../src/adapters/inline-pii-lane.ts";
import { createPresidioRecognizer } from "../src/adapters/presidio-entity-recognizer.ts";
import { withEngines } from "../src/lane-with-engines.ts";
import { checkReady, describeInvariant } from "../src/operations.ts";
import { startFakePresidio } from "./fake-presidio.ts";
import { openDoor, post, sanitisedOf } from "./open-door.ts";
import { openEntityLists } from "./sealed-lists.ts";
import type { JsonServer } from "./serve-json.ts";

const lists = openEntityLists();
const inline = createInlinePiiLane(lists);
let presidio: JsonServer;
beforeAll(async () => {
  presidio = await startFakePresidio();
});
afterAll(() => Promise.all([presidio.close(), inline.close(), lists.close()]));

const enginesAt = (url: string) => {
  const settings = { languages: ["en"] as const, minScore: 0.4, connections: 2 };
  const engine = createPresidioRecognizer({ url, ...settings });
  return { recognizer: { engine, timeoutMs: 5_000 } };
};
const text = "My name is Mary Jones of London, anna@example.org";

test("When an analyzer is configured, then its names count beside the built-in patterns, in place of the model's", async () => {
  const door = openDoor(withEngines(inline, enginesAt(presidio.url)));
  const fields = [
    { name: "a", text },
    { name: "b", text: "Greg Miller left London for the Canadian city of Toronto" },
  ];
  const response = await post(door, { fields, language: "en" });
  expect(response.status).toBe(200);
  const answer = sanitisedOf(fields, response.body);
  expect(answer.fields.map((field) => field.text)).toEqual([
    "My name is [PERSON_1] of [LOCATION_1], [EMAIL_1]",
    "Greg Miller left [LOCATION_1] for the Canadian city of Toronto",
  ]);
  expect(answer.layers_active).toEqual(["patterns", "presidio"]);
});

test("When a text has a language that the analyzer lacks, then the built-in model reads it, and the analyzer never sees it", async () => {
  const door = openDoor(withEngines(inline, enginesAt(presidio.url)));
  const german = { name: "a", text: "Ich wohne mit Jürgen Schmidt in Hamburg und er ist nett" };
  const fields = [german, { name: "b", text }];
  const response = await post(door, { fields });
  expect(sanitisedOf(fields, response.body)).toMatchObject({
    fields: [{ text: "Ich wohne mit [PERSON_1] in [LOCATION_1] und er ist nett" }, {}],
    layers_active: ["patterns", "names", "presidio"],
  });
  expect(JSON.stringify(presidio.received)).not.toContain("Hamburg");
});

test("When the analyzer is dead, then 503 without a word of it, and it is not ready", async () => {
  const engines = enginesAt("http://127.0.0.1:1");
  const response = await post(openDoor(withEngines(inline, engines)), {
    fields: [{ name: "a", text }],
  });
  expect([response.status, response.body.error]).toEqual([503, "sanitizer_unavailable"]);
  expect(response.text).not.toMatch(/Jones|127\.0\.0\.1/);
  const ops = createOpsApp({
    service: "sanitiser",
    metrics: createMetrics("sanitiser"),
    ready: () => checkReady([], engines),
    invariant: () => describeInvariant(["https://user:word@analyzer.example:5002/path?key"]),
  });
  const ready = await request(ops).get("/ready");
  expect([ready.status, ready.body.checks]).toEqual([
    503,
    [{ name: "engine_presidio", ok: false }],
  ]);
  const { body } = await request(ops).get("/invariant");
  expect(body.opens_connections_to).toEqual(["analyzer.example:5002"]);
});

test("When the body is not as agreed, then 400 as without an analyzer, and nothing is asked", async () => {
  const door = openDoor(withEngines(inline, enginesAt(presidio.url)));
  const before = presidio.received.length;
  for (const [body, code] of [
    ["{", "invalid_json"],
    [{ fields: [{ name: "a", text, customer_id: "cus_1" }] }, "invalid_field"],
  ]) {
    const response = await post(door, body);
    expect([response.status, response.body.error]).toEqual([400, code]);
  }
  expect(presidio.received).toHaveLength(before);
});
