import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { type Simulator, startSimulator } from "@veil/upstream-simulator";
import type { Provider, ProviderEvent, ProviderRequest } from "../ports.ts";
import { createAnthropicProvider } from "./anthropic-provider.ts";
import { createOpenaiProvider } from "./openai-provider.ts";

let simulator: Simulator;
let providers: { readonly anthropic: Provider; readonly openai: Provider };
beforeAll(async () => {
  simulator = await startSimulator();
  const options = { timeoutMs: 30_000, maxResponseBytes: 1_000_000, connections: 1 };
  const at = { baseUrl: simulator.url, ...options };
  providers = { anthropic: createAnthropicProvider(at), openai: createOpenaiProvider(at) };
});
beforeEach(() => {
  simulator.clear();
  simulator.setMode({ tools: true, answer: "I look." });
});
afterAll(() =>
  Promise.all([providers.anthropic.close(), providers.openai.close(), simulator.close()]),
);

const SCHEMA = { type: "object", properties: { to: { type: "string" } } };
const text = (content: string) => ({ type: "text" as const, text: content });

const REQUEST: ProviderRequest = {
  apiKey: "sk-test",
  model: "m-1",
  messages: [
    { role: "system", content: [text("Be brief.")] },
    { role: "user", content: [text("Write to [PERSON_1]")] },
    {
      role: "assistant",
      content: [
        text("I look."),
        { type: "tool_use", id: "a_1", name: "find", arguments: '{"q":1}' },
      ],
    },
    {
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: "a_1",
          content: [text("[PERSON_1] left")],
          is_error: true,
        },
        text("And now?"),
      ],
    },
  ],
  maxTokens: 64,
  options: {
    tools: [
      { name: "find", description: "Finds", input_schema: JSON.stringify(SCHEMA), strict: true },
      { name: "send" },
    ],
    tool_choice: { type: "tool", name: "send" },
    parallel_tool_calls: false,
  },
  endUserId: "u",
  timeoutMs: 30_000,
};

const sentBody = () => JSON.parse(simulator.record()[0]?.body ?? "");

const CALLED = JSON.stringify({ subjects: ["[PERSON_1]"], note: "About [PERSON_1]" });
const BLOCKS = [text("I look."), { type: "tool_use", name: "send", arguments: CALLED }];

describe("Tools in Anthropic's format", () => {
  test("Anthropic requests have tool definitions, choice, calls and results in that format's fields, even when counting tokens", async () => {
    await providers.anthropic.complete(REQUEST);
    const prompt = {
      system: "Be brief.",
      messages: [
        { role: "user", content: "Write to [PERSON_1]" },
        {
          role: "assistant",
          content: [
            text("I look."),
            { type: "tool_use", id: "a_1", name: "find", input: { q: 1 } },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "a_1", content: "[PERSON_1] left", is_error: true },
            text("And now?"),
          ],
        },
      ],
      tools: [
        { name: "find", description: "Finds", input_schema: SCHEMA, strict: true },
        { name: "send", input_schema: { type: "object" } },
      ],
      tool_choice: { type: "tool", name: "send", disable_parallel_tool_use: true },
    };
    expect(sentBody()).toEqual({
      ...{ model: "m-1", max_tokens: 64, metadata: { user_id: "u" } },
      ...prompt,
    });
    simulator.clear();
    await providers.anthropic.countTokens?.(REQUEST);
    expect(sentBody()).toEqual({ model: "m-1", ...prompt });
  });
});

describe("Tools in OpenAI's format", () => {
  test("OpenAI requests have tool definitions, choice and calls in that format's fields, and each result as a message", async () => {
    await providers.openai.complete(REQUEST);
    expect(sentBody()).toEqual({
      ...{ model: "m-1", max_tokens: 64, user: "u", parallel_tool_calls: false },
      tools: [
        {
          type: "function",
          function: { name: "find", description: "Finds", parameters: SCHEMA, strict: true },
        },
        { type: "function", function: { name: "send" } },
      ],
      tool_choice: { type: "function", function: { name: "send" } },
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Write to [PERSON_1]" },
        {
          ...{ role: "assistant", content: "I look." },
          tool_calls: [
            { id: "a_1", type: "function", function: { name: "find", arguments: '{"q":1}' } },
          ],
        },
        { role: "tool", tool_call_id: "a_1", content: "[PERSON_1] left" },
        { role: "user", content: "And now?" },
      ],
    });
  });
});

describe.each([
  ["anthropic", "tool_use"],
  ["openai", "tool_calls"],
] as const)("Responses with tool calls (%s)", (name, stop_reason) => {
  test("whole and streamed responses return the model's tool calls", async () => {
    const { choices } = await providers[name].complete(REQUEST);
    expect(choices).toEqual([{ blocks: BLOCKS, stop_reason }]);
    const events: ProviderEvent[] = [];
    for await (const event of providers[name].stream(REQUEST)) events.push(event);
    const json = events.map((event) => (event.kind === "arguments" ? event.json : "")).join("");
    expect(json).toBe(CALLED);
    expect(events.filter(({ kind }) => /^block/.test(kind))).toEqual([
      { kind: "block_start", index: 0 },
      { kind: "block_stop", index: 0 },
      { kind: "block_start", index: 1, tool: "send" },
      { kind: "block_stop", index: 1 },
    ]);
    expect(events.at(-1)).toMatchObject({ kind: "stop", stopReason: stop_reason });
  });

  test("a streamed response with several calls returns each as a separate block", async () => {
    const calls = [
      { name: "find", arguments: '{"q":1}' },
      { name: "send", arguments: "{}" },
    ];
    simulator.setMode({ calls, answer: "" });
    const blocks: string[] = [];
    for await (const event of providers[name].stream(REQUEST)) {
      if (event.kind === "block_start") blocks.push(`${event.tool ?? "text"} `);
      if (event.kind === "arguments") blocks.push(blocks.pop() + event.json);
    }
    expect(blocks.filter((block) => block !== "text ")).toEqual(['find {"q":1}', "send {}"]);
  });
});

test.each(["anthropic", "openai"] as const)(
  "When the model (%s) calls a tool that is not in the request, then the response is unreadable",
  async (name) => {
    simulator.setMode({ calls: [{ name: "Ann_Weber", arguments: "{}" }] });
    const unreadable = { failure: "unreadable" };
    await expect(providers[name].complete(REQUEST)).rejects.toMatchObject(unreadable);
  },
);
