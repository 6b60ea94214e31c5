import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import {
  callResponses,
  RESPONSES_SETTINGS,
  RESPONSES_TOOLS,
  responsesKey,
  resultOf,
} from "../support/responses.ts";
import { LETTER, sentJob } from "../support/sdk-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";
import { SECRET } from "../support/tools.ts";

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startTestGateway({
    ...{ ...RESPONSES_SETTINGS, PER_MINUTE_LIMIT_ENTERPRISE: "100000" },
  });
  key = await responsesKey(gateway);
});
beforeEach(() => {
  gateway.worker.answerWith(undefined);
  gateway.worker.direct.length = 0;
});
afterAll(() => gateway.close());

const ask = (more: object) => callResponses(gateway, more, { key });

const VALUE = "Ann Weber, ann@post.example";
const CLEAN = "[PERSON_1], [EMAIL_1]";
const text = (content: string) => ({ type: "text", text: content });
const turn = (role: string, ...content: object[]) => ({ role, content });
const message = (role: string, content: unknown, more: object = {}) => ({
  ...{ type: "message", role, content, ...more },
});
const call = (call_id: string, args: string) => ({
  ...{ type: "function_call", call_id, name: "fetch", arguments: args },
});
const output = (call_id: string, result: unknown) => ({
  ...{ type: "function_call_output", call_id, output: result },
});
const used = (id: string, args: string) => ({
  ...{ type: "tool_use", id, name: "fetch", arguments: args },
});
const resulted = (id: string, ...content: string[]) =>
  turn("user", { type: "tool_result", tool_use_id: id, content: content.map(text) });
const hi = message("user", "Hi");
const saidHi = turn("user", text("Hi"));

const POSITIONS: readonly [string, object, readonly object[]][] = [
  ["the input as a string", { input: VALUE }, [turn("user", text(CLEAN))]],
  [
    "the instructions",
    { instructions: `For ${VALUE}`, input: "Hi" },
    [turn("system", text(`For ${CLEAN}`)), saidHi],
  ],
  [
    "a message without a type",
    { input: [{ role: "user", content: VALUE }] },
    [turn("user", text(CLEAN))],
  ],
  [
    "a message of a developer",
    { input: [message("developer", VALUE), hi] },
    [turn("system", text(CLEAN)), saidHi],
  ],
  [
    "a message of the system",
    { input: [message("system", VALUE), hi] },
    [turn("system", text(CLEAN)), saidHi],
  ],
  [
    "the parts of a message",
    { input: [message("user", [{ type: "input_text", text: VALUE }])] },
    [turn("user", text(CLEAN))],
  ],
  [
    "an earlier answer, sent back unchanged",
    {
      input: [
        hi,
        message(
          "assistant",
          [
            { type: "output_text", text: VALUE, annotations: [], logprobs: [] },
            { type: "refusal", refusal: VALUE },
          ],
          { id: VALUE, status: "completed", phase: "final_answer" },
        ),
        hi,
      ],
    },
    [saidHi, turn("assistant", text(CLEAN), text(CLEAN)), saidHi],
  ],
  [
    "the arguments and the result of a call, also as JSON",
    {
      input: [
        hi,
        call(VALUE, JSON.stringify({ to: VALUE })),
        output(VALUE, JSON.stringify([VALUE])),
      ],
    },
    [
      saidHi,
      turn("assistant", used("call_1", JSON.stringify({ to: CLEAN }))),
      resulted("call_1", JSON.stringify([CLEAN])),
    ],
  ],
  [
    "the input and the result of a custom tool, and the arguments of a tool in a group",
    {
      input: [
        hi,
        { type: "custom_tool_call", call_id: VALUE, name: "fetch", input: VALUE },
        { ...output(VALUE, VALUE), type: "custom_tool_call_output" },
        { ...call("b", JSON.stringify({ to: VALUE })), namespace: "mail" },
        output("b", "ok"),
      ],
    },
    [
      saidHi,
      turn("assistant", used("call_1", JSON.stringify({ input: CLEAN }))),
      resulted("call_1", CLEAN),
      turn("assistant", {
        ...used("call_2", JSON.stringify({ to: CLEAN })),
        name: "mail__fetch",
      }),
      resulted("call_2", "ok"),
    ],
  ],
  [
    "the parts of a result",
    { input: [hi, call("a", "{}"), output("a", [{ type: "input_text", text: VALUE }])] },
    [saidHi, turn("assistant", used("call_1", "{}")), resulted("call_1", CLEAN)],
  ],
  [
    "thoughts, which are not sent",
    {
      input: [
        hi,
        {
          ...{ type: "reasoning", id: VALUE, encrypted_content: VALUE },
          summary: [{ type: "summary_text", text: VALUE }],
          content: [{ type: "reasoning_text", text: VALUE }],
        },
      ],
    },
    [saidHi],
  ],
  [
    "fields about the client, which are not sent",
    {
      ...{ input: "Hi", user: VALUE, safety_identifier: VALUE, prompt_cache_key: VALUE },
      ...{ metadata: { a: VALUE }, client_metadata: { [VALUE]: VALUE } },
    },
    [saidHi],
  ],
];

describeWithServer("postgres", "The input of POST /v1/responses", () => {
  test.each(POSITIONS)("no personal data reaches the provider in %s", async (_name, more, sent) => {
    expect((await ask({ tools: RESPONSES_TOOLS, ...more })).status).toBe(200);
    const { messages, end_user_id } = sentJob(gateway);
    const preamble = JSON.stringify(messages[0]).includes("placeholders") ? 1 : 0;
    expect(messages.slice(preamble)).toEqual(sent);
    const left = JSON.stringify([messages, end_user_id]);
    for (const value of SECRET) expect(left).not.toContain(value);
  });

  test("consecutive calls and texts of the assistant become one turn, followed by the results", async () => {
    const input = [
      ...[hi, message("assistant", "I look."), call("a", "{}"), call("b", '{"q":1}')],
      ...[output("b", "two"), output("a", "one")],
    ];
    await ask({ input, tools: RESPONSES_TOOLS });
    expect(sentJob(gateway).messages).toEqual([
      saidHi,
      turn("assistant", text("I look."), used("call_1", "{}"), used("call_2", '{"q":1}')),
      resulted("call_2", "two"),
      resulted("call_1", "one"),
    ]);
  });

  test("custom tools and tools in groups are sent as functions", async () => {
    const definition = 'start: "a"';
    const tools = [
      { type: "custom", name: "patch", description: "Edits", format: { type: "text" } },
      {
        ...{ type: "namespace", name: "mail", description: "Mails" },
        tools: [
          { type: "custom", name: "cut", format: { type: "grammar", syntax: "lark", definition } },
          { type: "function", name: "send", parameters: { type: "object" }, strict: null },
        ],
      },
    ];
    const tool_choice = { type: "custom", name: "patch" };
    expect((await ask({ tools, tool_choice })).status).toBe(200);
    const input_schema = JSON.stringify({
      ...{ type: "object", properties: { input: { type: "string" } } },
      ...{ required: ["input"], additionalProperties: false },
    });
    const rule = `The input must match this Lark grammar:\n${definition}`;
    expect(sentJob(gateway).options).toEqual({
      tool_choice: { type: "tool", name: "patch" },
      tools: [
        { name: "patch", description: "Edits", input_schema },
        { name: "mail__cut", description: `Mails\n\n${rule}`, input_schema },
        { name: "mail__send", description: "Mails", input_schema: '{"type":"object"}' },
      ],
    });
  });

  test("settings are passed on under the names of chat completions", async () => {
    const schema = { type: "object", properties: { b: {}, a: { default: 1.5 } } };
    await ask({
      ...{ top_p: 0.5, temperature: 1.5, max_output_tokens: 9, tools: RESPONSES_TOOLS },
      ...{ reasoning: { effort: "low", summary: "auto" }, parallel_tool_calls: false },
      tool_choice: { type: "function", name: "fetch" },
      text: { verbosity: "high", format: { type: "json_schema", name: "answer", schema } },
    });
    const { options, max_tokens, temperature } = sentJob(gateway);
    expect([max_tokens, temperature]).toEqual([9, 1.5]);
    expect(options).toEqual({
      ...{ top_p: 0.5, reasoning_effort: "low", verbosity: "high" },
      ...{ limit_name: "max_completion_tokens", parallel_tool_calls: false },
      tool_choice: { type: "tool", name: "fetch" },
      tools: [
        expect.objectContaining({ name: "send_mail", description: "Sends a mail" }),
        { name: "fetch" },
      ],
      output_schema: { name: "answer", schema: JSON.stringify(schema) },
    });
  });

  test("the mode json_object is passed on", async () => {
    await ask({ text: { format: { type: "json_object" } } });
    expect(sentJob(gateway).options).toEqual({ response_format: "json_object" });
  });

  test("fields without effect are accepted, and null counts as absent", async () => {
    const answer = await ask({
      ...{ store: false, background: false, truncation: "disabled", service_tier: "auto" },
      ...{
        include: ["reasoning.encrypted_content"],
        stream_options: { include_obfuscation: false },
      },
      ...{ previous_response_id: null, conversation: null, instructions: null, tools: null },
      ...{ text: { verbosity: null }, reasoning: { effort: null, summary: null }, stream: null },
      input: [{ ...message("user", "Hi"), id: null, phase: null }],
    });
    expect(answer.status).toBe(200);
    expect(sentJob(gateway).options).toEqual({});
  });

  test("without tools, a choice that any request may make is left out", async () => {
    const more = { tools: [], tool_choice: "auto", parallel_tool_calls: true };
    expect((await ask(more)).status).toBe(200);
    expect(sentJob(gateway).options).toEqual({});
  });

  test("values of instructions are restored in the answer only if the user wrote them too", async () => {
    gateway.worker.answerWith(() => resultOf([{ type: "text", text: "For [PERSON_1]" }]));
    const shown = async (input: string) => {
      const { body } = await ask({ instructions: `For ${VALUE}`, input });
      return body.output[0].content[0].text;
    };
    expect(await shown("Hi")).toBe("For [PERSON_1]");
    expect(await shown(LETTER)).toBe("For Ann Weber");
  });
});
