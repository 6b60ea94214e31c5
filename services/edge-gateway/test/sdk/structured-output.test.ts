import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import AnthropicLatest from "@anthropic-ai/sdk";
import { zodOutputFormat } from "@anthropic-ai/sdk/helpers/zod";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import { generateText, Output } from "ai";
import { Ajv } from "ajv";
import OpenAI from "openai";
import { zodResponseFormat } from "openai/helpers/zod";
import request from "supertest";
import { z } from "zod";
import { completedResult } from "../support/completed-result.ts";
import { codeOf } from "../support/native-client.ts";
import {
  callSdk,
  ENDPOINTS,
  LETTER,
  type SdkEndpoint,
  sdkBody,
  sentJob,
  textOf,
  UPSTREAM_KEYS,
} from "../support/sdk-client.ts";
import { startSdkServer } from "../support/sdk-server.ts";

let server: Awaited<ReturnType<typeof startSdkServer>>;
let key: string;
beforeAll(async () => {
  server = await startSdkServer({ PER_MINUTE_LIMIT_ENTERPRISE: "100000" });
  ({ apiKey: key } = await server.gateway.provision({
    ...{ tier: "enterprise", family: "gw_live", managedAi: false },
  }));
});
beforeEach(() => {
  server.gateway.worker.answerWith(undefined);
  server.gateway.worker.direct.length = 0;
});
afterAll(() => server.close());

const RELINKED = { "X-Veil-Relink": "true" };
const FIELDS = { chat: "response_format.json_schema", messages: "output_config.format" } as const;

/** The members of a request that ask for an answer in the form of a schema. */
const asked = (endpoint: SdkEndpoint, schema: unknown, more: object = {}) =>
  endpoint === "chat"
    ? { response_format: { type: "json_schema", json_schema: { name: "a", schema, ...more } } }
    : { output_config: { format: { type: "json_schema", schema } } };
const ask = (endpoint: SdkEndpoint, schema: unknown, more: object = {}) =>
  callSdk(server.gateway, endpoint, sdkBody(endpoint, asked(endpoint, schema, more)), {
    ...{ key, headers: RELINKED },
  });
const answerWith = (text: string) => server.gateway.worker.answerWith(() => completedResult(text));

const PERSON = {
  type: "object",
  properties: {
    name: { type: "string" },
    mails: { type: "array", items: { type: "string", format: "email" } },
    note: { type: "string" },
  },
  required: ["name", "mails", "note"],
  additionalProperties: false,
};

describeWithServer("postgres", "Answers in the form of a schema", () => {
  describe.each(ENDPOINTS)("%s", (endpoint) => {
    test("the schema reaches the worker as it was written", async () => {
      const schema =
        '{ "type":"object", "maxProperties":1.0e1, "2":{}, "1":{"const":12345678901234567890} }';
      const body = JSON.stringify(sdkBody(endpoint, asked(endpoint, "#"))).replace('"#"', schema);
      const { status } = await request(server.gateway.app)
        .post(endpoint === "chat" ? "/v1/chat/completions" : "/v1/messages")
        .set({ "x-api-key": key, "x-upstream-key": UPSTREAM_KEYS[endpoint] })
        .type("json")
        .send(body);
      expect(status).toBe(200);
      expect(sentJob(server.gateway).options).toEqual({
        output_schema: { ...(endpoint === "chat" && { name: "a" }), schema },
      });
    });

    test.each([
      ["description", { description: "Like ann@post.example" }, ".description"],
      ["enum", { enum: ["a", "DE89 3704 0044 0532 0130 00"] }, ".enum[1]"],
      [
        "number",
        { properties: { a: {}, card: { const: 4111111111111111 } } },
        ".properties[1].const",
      ],
      ["name", { properties: { "a@b.example": {} } }, ".properties[0]"],
      ["nested JSON", { anyOf: [{}, { default: '{"to":["a@b.example"]}' }] }, ".anyOf[1].default"],
    ])(
      "a schema with personal data in a %s is refused, and the error names its position",
      async (_where, schema, path) => {
        const answer = await ask(endpoint, schema);
        expect(codeOf(answer)).toEqual([400, "invalid_field"]);
        expect(answer.body.message).toBe(
          `Field "${FIELDS[endpoint]}.schema${path}" contains personal data`,
        );
        expect(answer.body.hint).toMatch(/^Found: (EMAIL|IBAN|CREDIT_CARD)\b/);
        expect(server.gateway.worker.direct).toEqual([]);
      },
    );

    test("a schema with text that looks like a placeholder is refused", async () => {
      const answer = await ask(endpoint, { properties: { a: { enum: ["[PERSON_1]"] } } });
      expect(codeOf(answer)).toEqual([400, "invalid_field"]);
      expect(answer.body.message).toContain(
        'schema.properties[0].enum[0]" contains text that looks',
      );
    });

    test("values are restored one by one, and the answer still matches the schema", async () => {
      answerWith('{"name":"[PERSON_1]","mails":["[EMAIL_1]"],"note":"By [PERSON_1]\\n\\"now\\""}');
      const answer = await ask(endpoint, PERSON);
      const json = JSON.parse(String(textOf(answer)));
      expect(json).toEqual({
        ...{ name: "Ann Weber", mails: ["ann@post.example"], note: 'By Ann Weber\n"now"' },
      });
      const validate = new Ajv({ formats: { email: /@/ } }).compile(PERSON);
      expect([validate(json), validate.errors]).toEqual([true, null]);
    });

    test("a value is restored even where it breaks maxLength or pattern of the schema", async () => {
      const limited = { type: "string", maxLength: 10, pattern: "^\\[PERSON_\\d\\]$" };
      const mail = { type: "string", maxLength: 9, pattern: "^\\[EMAIL_\\d\\]$" };
      answerWith('{"name":"[PERSON_1]","mail":"[EMAIL_1]"}');
      const answer = await ask(endpoint, {
        ...{ type: "object", properties: { name: limited, mail } },
      });
      expect(textOf(answer)).toBe('{"name":"Ann Weber","mail":"ann@post.example"}');
    });

    test("personal data that the model invents is redacted, although the answer then no longer matches the schema", async () => {
      answerWith('{"card": 4111111111111111, "to": "max@other.example"}');
      const answer = await ask(endpoint, {
        type: "object",
        properties: { card: { type: "integer" } },
      });
      expect(textOf(answer)).toBe('{"card": "[REDACTED:CREDIT_CARD]", "to": "[REDACTED:EMAIL]"}');
    });
  });

  test.each([
    ["name", { name: "DE89370400440532013000" }],
    ["description", { description: "For ann@post.example" }],
  ])("personal data in the %s of a response format is refused", async (member, more) => {
    const answer = await ask("chat", PERSON, more);
    expect(codeOf(answer)).toEqual([400, "invalid_field"]);
    expect(answer.body.message).toContain(`Field "response_format.json_schema.${member}"`);
  });

  describe("POST /v1/messages with output_format, the old name of output_config.format", () => {
    const formatted = (schema: unknown, more: object = {}) =>
      callSdk(
        server.gateway,
        "messages",
        sdkBody("messages", { output_format: { type: "json_schema", schema }, ...more }),
        { key, headers: RELINKED },
      );

    test("the worker gets the schema, and the answer has the values", async () => {
      answerWith('{"name":"[PERSON_1]","mails":["[EMAIL_1]"],"note":""}');
      const answer = await formatted(PERSON);
      expect(JSON.parse(String(textOf(answer)))).toMatchObject({ name: "Ann Weber" });
      expect(sentJob(server.gateway).options).toEqual({
        output_schema: { schema: JSON.stringify(PERSON) },
      });
    });

    test("null counts as absent", async () => {
      const body = sdkBody("messages", { output_format: null });
      const { status } = await callSdk(server.gateway, "messages", body, { key });
      expect([status, sentJob(server.gateway).options]).toEqual([200, {}]);
    });

    test("personal data in the schema is refused, and the error names output_format", async () => {
      const answer = await formatted({ description: "Like ann@post.example" });
      expect(codeOf(answer)).toEqual([400, "invalid_field"]);
      expect(answer.body.message).toBe(
        'Field "output_format.schema.description" contains personal data',
      );
    });

    test("two formats are refused", async () => {
      const answer = await formatted(PERSON, asked("messages", PERSON));
      expect(codeOf(answer)).toEqual([400, "invalid_field"]);
      expect(answer.body.message).toContain('"output_format"');
      expect(server.gateway.worker.direct).toEqual([]);
    });
  });

  test("POST /v1/messages passes on the effort, with and without a schema", async () => {
    const body = sdkBody("messages", { output_config: { effort: "low", format: null } });
    const { status } = await callSdk(server.gateway, "messages", body, { key });
    expect([status, sentJob(server.gateway).options]).toEqual([200, { effort: "low" }]);
  });

  test("a stream of JSON is restored to the same text as the whole answer", async () => {
    const json = '{"name":"[PERSON_1]","mails":["[EMAIL_1]"],"note":"[PERSON_1] \\"wrote\\""}';
    answerWith(json);
    const whole = String(textOf(await ask("messages", PERSON)));
    const client = new AnthropicLatest({
      ...{ apiKey: key, baseURL: server.url },
      defaultHeaders: { "X-Upstream-Key": UPSTREAM_KEYS.messages, ...RELINKED },
    });
    const stream = client.messages.stream({
      ...{ model: "m", max_tokens: 10, messages: [{ role: "user", content: LETTER }] },
      output_config: { format: { type: "json_schema", schema: PERSON } },
    });
    expect(await stream.finalText()).toBe(whole);
  });

  describe("SDKs that parse the answer", () => {
    const Person = z.object({ name: z.string(), mail: z.string() });
    const parsed = { name: "Ann Weber", mail: "ann@post.example" };
    const messages = [{ role: "user" as const, content: LETTER }];
    const headersOf = (endpoint: SdkEndpoint) => ({
      ...{ "X-Upstream-Key": UPSTREAM_KEYS[endpoint], ...RELINKED },
    });
    beforeEach(() => answerWith('{"name":"[PERSON_1]","mail":"[EMAIL_1]"}'));

    test("openai's chat.completions.parse returns the restored object", async () => {
      const client = new OpenAI({
        ...{ apiKey: key, baseURL: `${server.url}/v1`, defaultHeaders: headersOf("chat") },
      });
      const answer = await client.chat.completions.parse({
        ...{ model: "m", messages, response_format: zodResponseFormat(Person, "person") },
      });
      expect(answer.choices[0]?.message.parsed).toEqual(parsed);
    });

    test("@anthropic-ai/sdk's messages.parse returns the restored object", async () => {
      const client = new AnthropicLatest({
        ...{ apiKey: key, baseURL: server.url, defaultHeaders: headersOf("messages") },
      });
      const answer = await client.messages.parse({
        ...{ model: "m", max_tokens: 10, messages },
        output_config: { format: zodOutputFormat(Person) },
      });
      expect(answer.parsed_output).toEqual(parsed);
    });

    test("the AI SDK returns the restored object in either format", async () => {
      const settings = (endpoint: SdkEndpoint) => ({
        ...{ apiKey: key, baseURL: `${server.url}/v1`, headers: headersOf(endpoint) },
      });
      for (const model of [
        createOpenAI(settings("chat")).chat("m"),
        createAnthropic(settings("messages"))("claude-opus-4-6"),
      ]) {
        const { output } = await generateText({
          ...{ model, prompt: LETTER, maxRetries: 0, maxOutputTokens: 10 },
          output: Output.object({ schema: Person }),
        });
        expect(output).toEqual(parsed);
      }
    });
  });
});
