import { describe, expect, test } from "@jest/globals";
import type { ProviderEvent, ProviderRequest } from "../ports.ts";
import { createAnthropicProvider } from "./anthropic-provider.ts";
import { createOpenaiProvider } from "./openai-provider.ts";
import { REQUEST } from "./provider-bench.contract.ts";
import { eventStream, scriptedProvider } from "./scripted-provider.contract.ts";

const WITH_TOOL: ProviderRequest = { ...REQUEST, options: { tools: [{ name: "find" }] } };

/** Returns a short form of an event, in which blocks look like elements. */
function markOf(event: ProviderEvent): string {
  switch (event.kind) {
    case "block_start":
      return `<${event.tool ?? "text"}>`;
    case "block_stop":
      return "</>";
    case "arguments":
      return event.json;
    case "text":
      return event.text;
    default:
      return "";
  }
}

describe("Responses in variants of OpenAI's format", () => {
  const scripted = scriptedProvider(createOpenaiProvider);
  const completion = (message: object, more: object = {}) =>
    JSON.stringify({ choices: [{ message, finish_reason: "stop" }], ...more });
  const whole = async (answer: string, request = REQUEST) => {
    scripted.answer(answer);
    return await scripted.provider.complete(request);
  };
  const PARTS = [
    { type: "thinking", thinking: [{ type: "text", text: "hm" }] },
    { type: "text", text: "Hel" },
    "l",
    { type: "output_text", text: "o" },
    { type: "image_url", text: "no" },
  ];

  test.each<[string, object, string]>([
    ["content as a list of parts", { content: PARTS }, "Hello"],
    ["no content", {}, ""],
    ["a refusal", { content: null, refusal: "No." }, "No."],
    ["a refusal as a part", { content: [{ type: "refusal", refusal: "No." }] }, "No."],
  ])("a message with %s is read", async (_what, message, text) => {
    const { choices } = await whole(completion(message));
    expect(choices[0]?.blocks).toEqual([{ type: "text", text }]);
  });

  test.each<[string, unknown, object]>([
    ["none", undefined, { inputTokens: 0, outputTokens: 0 }],
    ["null", null, { inputTokens: 0, outputTokens: 0 }],
    ["with null counts", { prompt_tokens: null }, { inputTokens: 0, outputTokens: 0 }],
    ["with only the input count", { prompt_tokens: 3 }, { inputTokens: 3, outputTokens: 0 }],
    [
      "with details",
      {
        ...{ prompt_tokens: 3, completion_tokens: 2, total_tokens: 5, note: "For ann@b.example" },
        prompt_tokens_details: { cached_tokens: 1, "Ann Example": 1 },
      },
      {
        ...{ inputTokens: 3, outputTokens: 2 },
        usageDetails: { prompt_tokens_details: { cached_tokens: 1 } },
      },
    ],
  ])("a response with the usage %s is read", async (_what, usage, expected) => {
    expect(await whole(completion({ content: "a" }, { usage }))).toMatchObject(expected);
  });

  test("a finish reason in capitals is read in lowercase, and a missing one is unknown", async () => {
    const reasonOf = async (finish_reason: unknown) => {
      const answer = await whole(
        JSON.stringify({ choices: [{ message: { content: "a" }, finish_reason }] }),
      );
      return answer.choices[0]?.stop_reason;
    };
    expect(await reasonOf("STOP")).toBe("stop");
    expect(await reasonOf("TOOL_CALLS")).toBe("tool_calls");
    expect(await reasonOf(undefined)).toBe("unknown");
  });

  test("tool arguments that are an object are read as written, and missing ones as {}", async () => {
    const json = '{"id": 2512292042121000001, "price":1.10}';
    const call = (more: string) => `{"function":{"name":"find"${more}}}`;
    const calls = [call(`,"arguments": ${json} `), call("")].join(",");
    const { choices } = await whole(
      `{"choices":[{"message":{"tool_calls":[${calls}]}}]}`,
      WITH_TOOL,
    );
    expect(choices[0]?.blocks).toEqual([
      { type: "tool_use", name: "find", arguments: json },
      { type: "tool_use", name: "find", arguments: "{}" },
    ]);
  });

  test("a stream with variants of OpenAI's events is read", async () => {
    const chunk = (delta: object, more: object = {}) => ({ choices: [{ delta, ...more }] });
    scripted.answer(
      `${eventStream(
        chunk({ content: PARTS }),
        chunk({ content: "!" }, { finish_reason: "STOP" }),
        { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } },
      )}data: [DONE]\n\n`,
    );
    const events = await scripted.stream(REQUEST);
    const text = events.map((event) => (event.kind === "text" ? event.text : "")).join("");
    expect([text, events.at(-1)]).toEqual([
      "Hello!",
      { kind: "stop", stopReason: "stop", inputTokens: 3, outputTokens: 2 },
    ]);
  });

  describe("tool calls in a stream", () => {
    const WITH_TWO: ProviderRequest = {
      ...{ ...REQUEST, options: { tools: [{ name: "find" }, { name: "send" }] } },
    };
    const streamed = async (...pieces: readonly string[]) => {
      const deltas = pieces.map((piece) => `data: {"choices":[{"delta":${piece}}]}\n\n`);
      scripted.answer(`${deltas.join("")}data: [DONE]\n\n`);
      return (await scripted.stream(WITH_TWO)).map(markOf).join("");
    };
    const calls = (...pieces: readonly string[]) => `{"tool_calls":[${pieces.join(",")}]}`;

    test.each<[string, readonly string[], string]>([
      [
        "the index in each piece",
        [
          calls('{"index":0,"function":{"name":"find","arguments":""}}'),
          calls('{"index":0,"function":{"arguments":"{}"}}'),
          calls('{"index":1,"function":{"name":"send","arguments":"[]"}}'),
        ],
        "<find>{}</><send>[]</>",
      ],
      [
        "the name in each piece",
        [
          calls('{"index":0,"function":{"name":"find","arguments":"{"}}'),
          calls('{"index":0,"function":{"name":"find","arguments":"}"}}'),
        ],
        "<find>{}</>",
      ],
      [
        "no index",
        [
          calls('{"function":{"name":"find","arguments":"{"}}'),
          calls('{"function":{"arguments":"}"}}'),
          calls('{"function":{"name":"find","arguments":"{}"}}'),
        ],
        "<find>{}</><find>{}</>",
      ],
      [
        "all calls in one piece, with arguments as an object or without arguments",
        [
          calls(
            '{"function":{"name":"find","arguments":{"a" : 1.0}}}',
            '{"function":{"name":"send"}}',
          ),
        ],
        '<find>{"a" : 1.0}</><send></>',
      ],
      [
        "text before and after",
        ['{"content":"a"}', calls('{"index":0,"function":{"name":"find"}}'), '{"content":"b"}'],
        "<text>a</><find></><text>b</>",
      ],
    ])("calls with %s are read", async (_what, pieces, expected) => {
      expect(await streamed(...pieces)).toBe(expected);
    });

    test.each<[string, readonly string[]]>([
      ["a piece without a call", [calls('{"function":{"arguments":"{}"}}')]],
      ["a piece after a text", ['{"content":"a"}', calls('{"function":{"arguments":"{}"}}')]],
      ["a tool that is not in the request", [calls('{"function":{"name":"other"}}')]],
      [
        "a piece of an earlier call",
        [
          calls('{"index":0,"function":{"name":"find"}}', '{"index":1,"function":{"name":"send"}}'),
          calls('{"index":0,"function":{"arguments":"{}"}}'),
        ],
      ],
    ])("a stream with %s is unreadable", async (_what, pieces) => {
      await expect(streamed(...pieces)).rejects.toMatchObject({ failure: "unreadable" });
    });
  });

  test.each([
    ["no JSON", "<html>"],
    ["no choices", "{}"],
    ["content of another type", '{"choices":[{"message":{"content":7}}]}'],
  ])("a response with %s is unreadable", async (_what, answer) => {
    await expect(whole(answer)).rejects.toMatchObject({ failure: "unreadable" });
  });
});

describe("Responses in variants of Anthropic's format", () => {
  const scripted = scriptedProvider(createAnthropicProvider);
  const start = (usage?: object) => ({ type: "message_start", message: { usage } });
  const end = (usage?: object) => [
    { type: "message_delta", delta: { stop_reason: "END_TURN" }, usage },
    { type: "message_stop" },
  ];

  test("a response without usage and with a stop reason in capitals is read, whole and streamed", async () => {
    scripted.answer('{"content":[{"type":"text","text":"a"}],"stop_reason":"MAX_TOKENS"}');
    expect(await scripted.provider.complete(REQUEST)).toEqual({
      choices: [{ blocks: [{ type: "text", text: "a" }], stop_reason: "max_tokens" }],
      ...{ model: "m-1", inputTokens: 0, outputTokens: 0 },
    });
    scripted.answer(eventStream(start(), ...end()));
    expect((await scripted.stream(REQUEST)).at(-1)).toEqual({
      ...{ kind: "stop", stopReason: "end_turn", inputTokens: 0, outputTokens: 0 },
    });
  });

  const cache = { cache_read_input_tokens: 5, cache_creation_input_tokens: 0 };
  test.each<[string, object, object, object]>([
    [
      "only at the end",
      { input_tokens: 0, output_tokens: 0 },
      { input_tokens: 1414, output_tokens: 7, ...cache },
      { inputTokens: 1414, outputTokens: 7, usageDetails: cache },
    ],
    [
      "only at the start",
      { input_tokens: 33, output_tokens: 1, ...cache, service_tier: "standard" },
      { input_tokens: 0, output_tokens: 7, cache_read_input_tokens: null },
      { inputTokens: 33, outputTokens: 7, usageDetails: { ...cache, service_tier: "standard" } },
    ],
    [
      "in nested members",
      { input_tokens: 1, cache_creation: { ephemeral_1h_input_tokens: 0 } },
      { output_tokens: 1, server_tool_use: null, cache_creation: { ephemeral_1h_input_tokens: 9 } },
      {
        ...{ inputTokens: 1, outputTokens: 1 },
        usageDetails: {
          ...{ cache_creation: { ephemeral_1h_input_tokens: 9 }, server_tool_use: null },
        },
      },
    ],
  ])("a stream with its token counts %s is read", async (_where, first, last, expected) => {
    scripted.answer(eventStream(start(first), ...end(last)));
    expect((await scripted.stream(REQUEST)).at(-1)).toEqual({
      ...{ kind: "stop", stopReason: "end_turn", ...expected },
    });
  });

  test.each(["text", "tool_use", "redacted_thinking"])(
    "in a block of the type %s, members of other types are omitted",
    async (type) => {
      const delta = { text: "t", partial_json: "j", thinking: "h", signature: "s" };
      const fitting: Record<string, string> = { text: "text", tool_use: "arguments" };
      scripted.answer(
        eventStream(
          start(),
          { type: "content_block_start", index: 0, content_block: { type, name: "find" } },
          { type: "content_block_delta", index: 0, delta: { type: "x", ...delta } },
          { type: "content_block_stop", index: 0 },
          ...end(),
        ),
      );
      const options = { ...WITH_TOOL.options, thinking: { type: "adaptive" } as const };
      const events = await scripted.stream({ ...REQUEST, options });
      const pieces = events.filter(({ kind }) => !/^(start|stop|block_)/.test(kind));
      expect(pieces.map(({ kind }) => kind)).toEqual(type in fitting ? [fitting[type]] : []);
    },
  );

  test("tool arguments at the start of a block are read as written, unless pieces of arguments follow", async () => {
    const json = '{"id": 2512292042121000001, "price":1.10}';
    const begin = (index: number) =>
      `data: {"type":"content_block_start","index":${index},"content_block":{"type":"tool_use","name":"find","input":${json}}}\n\n`;
    const stop = (index: number) => eventStream({ type: "content_block_stop", index });
    const delta = { type: "input_json_delta", partial_json: '{"b":1}' };
    scripted.answer(
      [
        ...[eventStream(start()), begin(0), stop(0), begin(1)],
        eventStream({ type: "content_block_delta", index: 1, delta }),
        ...[stop(1), eventStream(...end())],
      ].join(""),
    );
    const pieces = (await scripted.stream(WITH_TOOL)).filter(({ kind }) => kind === "arguments");
    expect(pieces).toEqual([
      { kind: "arguments", index: 0, json },
      { kind: "arguments", index: 1, json: '{"b":1}' },
    ]);
  });
});
