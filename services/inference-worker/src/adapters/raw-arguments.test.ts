import { describe, expect, test } from "@jest/globals";
import type { ProviderRequest } from "../ports.ts";
import { createAnthropicProvider } from "./anthropic-provider.ts";
import { createOpenaiProvider } from "./openai-provider.ts";
import { REQUEST } from "./provider-bench.contract.ts";
import { eventStream, scriptedProvider } from "./scripted-provider.contract.ts";

/** JSON objects that parsing and serializing would change. */
const OBJECTS = [
  '{"id": 2512292042121000001, "price":1.10, "10":"b","2":"a"}',
  '{ "a":-0 ,\n"b":[1e400, 0.1e-7, 1E5]}',
  '{"\\u0061":"\\u0041\\/","a":"\\ud800 {}\\"}","a":{ }}',
  "{}",
  "{\t}",
];
const PAIRS = OBJECTS.map((json, index) => [json, OBJECTS.at(index - 1) ?? ""] as const);

const withTools = (schema: string, json: string): ProviderRequest => ({
  ...REQUEST,
  messages: [
    ...REQUEST.messages,
    {
      role: "assistant",
      content: [{ type: "tool_use", id: "a_1", name: "find", arguments: json }],
    },
  ],
  options: { tools: [{ name: "find", input_schema: schema }] },
});

describe("In Anthropic's format", () => {
  const scripted = scriptedProvider(createAnthropicProvider);
  const message = (content: string) =>
    `{"content":[${content}],"stop_reason":"tool_use","usage":{"input_tokens":1,"output_tokens":1}}`;

  test.each(PAIRS)(
    "schemas and arguments are sent to Anthropic unchanged: %s",
    async (schema, json) => {
      scripted.answer(message(""));

      await scripted.provider.complete(withTools(schema, json));
      const sent = scripted.received.at(-1);
      expect(sent).toContain(`"input_schema":${schema}}`);
      expect(sent).toContain(`"input":${json}}`);
    },
  );

  test.each(PAIRS)(
    "arguments from an Anthropic model are returned unchanged, whole and streamed: %s",
    async (json, other) => {
      const use = (input: string) => `{"type":"tool_use","name":"find","input":${input} }`;
      scripted.answer(message(`{"type":"thinking","input":${other}},${use(json)},${use(other)}`));
      const { choices } = await scripted.provider.complete(withTools("{}", "{}"));
      expect(choices[0]?.blocks).toEqual(
        [json, other].map((input) => ({ type: "tool_use", name: "find", arguments: input })),
      );
      scripted.answer(
        eventStream(
          { type: "message_start", message: { usage: { input_tokens: 1 } } },
          {
            type: "content_block_start",
            index: 0,
            content_block: { type: "tool_use", name: "find" },
          },
          ...[json.slice(0, 3), json.slice(3)].map((partial_json) => ({
            ...{ type: "content_block_delta", index: 0 },
            delta: { type: "input_json_delta", partial_json },
          })),
          { type: "message_stop" },
        ),
      );
      const events = await scripted.stream(withTools("{}", "{}"));
      const pieces = events.map((event) => (event.kind === "arguments" ? event.json : ""));
      expect(pieces.join("")).toBe(json);
    },
  );
});

describe("In OpenAI's format", () => {
  const scripted = scriptedProvider(createOpenaiProvider);

  test.each(PAIRS)(
    "schemas and arguments are sent to OpenAI and returned unchanged: %s",
    async (schema, json) => {
      const call = { function: { name: "find", arguments: json } };
      scripted.answer(JSON.stringify({ choices: [{ message: { tool_calls: [call] } }] }));
      const { choices } = await scripted.provider.complete(withTools(schema, json));
      const sent = scripted.received.at(-1);
      expect(sent).toContain(`"parameters":${schema}}`);
      expect(sent).toContain(`"arguments":${JSON.stringify(json)}}`);
      expect(choices[0]?.blocks).toEqual([{ type: "tool_use", name: "find", arguments: json }]);
    },
  );
});
