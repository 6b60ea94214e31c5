import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import {
  becomesReady,
  callNatively,
  codeOf,
  letterRequest,
  usageOf,
} from "../support/native-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

const PROTO = '{"prompt_template":"{a}","context":{"__proto__":"x"}}';
/**
 * Title, body, code and a pattern for the message. A pattern that begins with `^(?!` must not occur
 * in the message or the hint.
 */
const CASES: readonly (readonly [string, unknown, string, RegExp])[] = [
  ["no JSON", "not json", "invalid_json", /JSON/],
  ["an empty body", "", "invalid_json", /JSON/],
  ["a list", [], "invalid_field", /body/i],
  ["no prompt_template", { context: { a: "b" } }, "missing_field", /"prompt_template"/],
  ["no context", { prompt_template: "{a}" }, "missing_field", /"context"/],
  ["an empty context", letterRequest({ context: {} }), "empty_context", /context/],
  ["a context of __proto__", PROTO, "empty_context", /context/],
  [
    "only reserved keys in the context",
    letterRequest({ context: { __x: "y" } }),
    "empty_context",
    /context/,
  ],
  ["a context that is a list", letterRequest({ context: ["a"] }), "invalid_field", /"context"/],
  ["a number in the context", letterRequest({ context: { letter: 7 } }), "invalid_field", /string/],
  [
    "an invalid variable name in the context",
    letterRequest({ context: { "ann@post.example": "x" } }),
    "invalid_field",
    /^(?!.*ann@)/,
  ],
  [
    "a variable without a value",
    letterRequest({ prompt_template: "{letter} {absent}" }),
    "invalid_field",
    /\{absent\}/,
  ],
  ["an unknown field", letterRequest({ ann_weber: true }), "invalid_field", /^(?!.*weber)/],
  [
    "a mistyped field",
    letterRequest({ relink_respone: true }),
    "invalid_field",
    /^Field "relink_respone" is unknown: did you mean relink_response\?$/,
  ],
  [
    "an unknown mode",
    letterRequest({ mode: "dry_run" }),
    "invalid_field",
    /"mode" must be one of "live", "proving_ground"$/,
  ],
  [
    "an unknown language",
    letterRequest({ language: "fr" }),
    "invalid_field",
    /"language" must be one of "en", "de"$/,
  ],
  [
    "an invalid item of a list",
    letterRequest({ entity_policy: { deny: [{ value: "Heron" }, { value: "H" }] } }),
    "invalid_field",
    /"entity_policy\.deny\[1\]\.value"/,
  ],
  [
    "an unknown type in a list",
    letterRequest({ entity_policy: { deny: [{ value: "Heron", type: "BIRD" }] } }),
    "invalid_field",
    /"entity_policy\.deny\[0\]\.type" must be one of "PERSON", .*"IBAN"/,
  ],
  ["no activity", letterRequest({ mode: "proving_ground" }), "missing_field", /"activity_id"/],
  ["a temperature of 1.1", letterRequest({ temperature: 1.1 }), "invalid_field", /"temperature"/],
  ...["0", "-1", "1.5", '"7"', "null", String(2 ** 53)].map(
    (value) =>
      [
        `max_tokens of ${value}`,
        `{"prompt_template":"{a}","context":{"a":"b"},"max_tokens":${value}}`,
        "invalid_field",
        /"max_tokens"/,
      ] as const,
  ),
  [
    "max_tokens of 1e400",
    '{"prompt_template":"{a}","context":{"a":"b"},"max_tokens":1e400}',
    "invalid_field",
    /"max_tokens"/,
  ],
  [
    "a model with a space",
    letterRequest({ model: "a b" }),
    "invalid_field",
    /"model" must be 1 to 128 letters(?!.*[\\^$[{])/,
  ],
  [
    "an activity with a line break",
    letterRequest({ activity_id: "a\nb" }),
    "invalid_field",
    /"activity_id" must be 1 to 128 (?!.*[\\^$[{])/,
  ],
  [
    "a phone number in the template",
    letterRequest({ prompt_template: "Call (555) 123-4567 about {letter}" }),
    "prompt_template_pii_detected",
    /^(?!.*4567)/,
  ],
  [
    "an address in words in the template",
    letterRequest({ prompt_template: "Write to a (at) b (dot) org about {letter}" }),
    "prompt_template_pii_detected",
    /^(?!.*dot)/,
  ],
  [
    "two values that form an address",
    { prompt_template: "{a}{b}", context: { a: "front-desk@", b: "post.example" } },
    "prompt_template_pii_detected",
    /^(?!.*front-desk@)/,
  ],
  [
    "a template and a value that form an account number",
    { prompt_template: "GB82 WE{a}", context: { a: "ST 1234 5698 7654 32" } },
    "prompt_template_pii_detected",
    /^(?!.*5698)/,
  ],
  [
    "a template and a value that form a placeholder",
    { prompt_template: "[PERSON_{a}] {b}", context: { a: "1", b: "Dr. Ann Weber" } },
    "invalid_field",
    /placeholder/,
  ],
  [
    "a prompt that becomes too long",
    { prompt_template: "{a}".repeat(1_000), context: { a: "x".repeat(1_000_000) } },
    "request_too_large",
    /prompt/,
  ],
  [
    "an empty template",
    letterRequest({ prompt_template: "" }),
    "invalid_field",
    /"prompt_template"/,
  ],
  ...["ann@post.example", "DE89 3704 0044 0532 0130 00", "+49 30 23125 444", "SSN 536-90-4399"].map(
    (value) =>
      [
        `a template with ${value}`,
        letterRequest({ prompt_template: `Write to ${value} about {letter}` }),
        "prompt_template_pii_detected",
        new RegExp(`^(?!.*${value.replaceAll("+", "\\+")})`),
      ] as const,
  ),
];

describeWithServer("postgres", "Refusals", () => {
  test.each(CASES)("A request with %s gets 400", async (_case, body, code, message) => {
    const { apiKey } = await gateway.provision();
    await becomesReady(gateway);
    const reply = await callNatively(gateway, apiKey, body);
    expect(codeOf(reply)).toEqual([400, code]);
    const { error, message: said, request_id, hint, ...more } = reply.body;
    expect(said).toMatch(message);
    expect(String(hint ?? "")).toMatch(message.source.startsWith("^(?!") ? message : /^/);
    expect(request_id).toBe(reply.headers["x-request-id"]);
    expect(more).toEqual({});
    expect(reply.headers["retry-after"]).toBeUndefined();
    expect(gateway.seen.worker).toEqual([]);
    expect((await usageOf(gateway, apiKey)).used).toBe(0);
  });
});
