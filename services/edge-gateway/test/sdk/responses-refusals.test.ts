import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import { codeOf } from "../support/native-client.ts";
import {
  callResponses,
  RESPONSES_SETTINGS,
  RESPONSES_TOOLS,
  responsesKey,
} from "../support/responses.ts";
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
afterAll(() => gateway.close());

const VALUE = "Ann Weber, ann@post.example";
const message = (role: string, content: unknown, more: object = {}) => ({
  ...{ type: "message", role, content, ...more },
});
const output = (call_id: string, result: unknown) => ({
  ...{ type: "function_call_output", call_id, output: result },
});
const part = (type: string) => ({ input: [message("user", [{ type, [type]: VALUE }])] });
const item = (type: string, more: object = {}) => ({ input: [{ type, ...more }] });
const group = (...members: readonly object[]) => ({
  ...{ type: "namespace", name: "a", tools: members },
});
const many = (name: string) =>
  Array.from({ length: 65 }, (_, at) => ({ type: "custom", name: `${name}${at}` }));
const content = "content_type_not_supported";
const tools = "tools_not_supported";

describeWithServer("postgres", "What POST /v1/responses refuses", () => {
  // @spec DEC-17
  test.each<[string, object, string, RegExp]>([
    ["an image", part("input_image"), content, /"input\[0\].content\[0\]"/],
    ["a file", part("input_file"), content, /"input\[0\].content\[0\]"/],
    ["audio", part("input_audio"), content, /"input\[0\].content\[0\]"/],
    [
      "an image as a result",
      { input: [output("x", [{ type: "input_image" }])] },
      content,
      /"input\[0\].output\[0\]"/,
    ],
    ...["web_search", "local_shell", "mcp", "tool_search", "file_search"].map(
      (type): [string, object, string, RegExp] => [
        `the tool ${type}`,
        { tools: [{ type, name: "w" }] },
        tools,
        /"tools\[0\]" is for tools of the provider/,
      ],
    ),
    ...["web_search_call", "mcp_list_tools", "local_shell_call_output"].map(
      (type): [string, object, string, RegExp] => [
        `the item ${type}`,
        item(type),
        tools,
        /"input\[0\]" is for tools of the provider/,
      ],
    ),
    ...["namespace", "web_search"].map((type): [string, object, string, RegExp] => [
      `the tool ${type} in a group`,
      { tools: [group({ type, name: "w" })] },
      ...([tools, /"tools\[0\].tools\[0\]" is for tools of the provider/] as const),
    ]),
    [
      "two tools of the same name",
      { tools: [group({ type: "custom", name: "b__c" }), { type: "function", name: "a__b__c" }] },
      ...(["invalid_field", /"tools" has two tools of the same name/] as const),
    ],
    [
      "the names of a group and a tool that are too long together",
      { tools: [group({ type: "custom", name: "c".repeat(126) })] },
      ...(["invalid_field", /"tools\[0\].tools\[0\]": the names .* too long/] as const),
    ],
    [
      "more than 128 tools in two groups",
      { tools: [group(...many("a")), { ...group(...many("b")), name: "b" }] },
      ...(["invalid_field", /"tools" has more than 128 tools/] as const),
    ],
    ...[
      { type: "custom", name: "b", description: VALUE },
      { type: "custom", name: "b", format: { type: "grammar", syntax: "lark", definition: VALUE } },
      { type: "function", name: "b", parameters: { description: VALUE } },
      { type: "function", name: "DE89370400440532013000" },
    ].map((tool): [string, object, string, RegExp] => [
      `${JSON.stringify(tool)} in a group`,
      { tools: [group(tool)] },
      ...(["tool_definition_pii_detected", /"tools\[0\].tools\[0\]"/] as const),
    ]),
    [
      "a group with personal data in its description",
      { tools: [{ ...group({ type: "custom", name: "b" }), description: VALUE }] },
      ...(["tool_definition_pii_detected", /"tools\[0\].tools\[0\]"/] as const),
    ],
    [
      "a call of a tool whose group is named by a value",
      {
        tools: RESPONSES_TOOLS,
        input: [
          {
            ...{ type: "custom_tool_call", call_id: "x", input: "a" },
            ...{ name: "b", namespace: "DE89370400440532013000" },
          },
        ],
      },
      ...(["tool_definition_pii_detected", /"input\[0\]"/] as const),
    ],
    ["a reference to an item", item("item_reference"), "invalid_field", /needs responses that/],
    ["an earlier response", { previous_response_id: VALUE }, "invalid_field", /needs responses/],
    ["a conversation", { conversation: { id: VALUE } }, "invalid_field", /needs responses/],
    ["a stored prompt", { prompt: { id: VALUE } }, "invalid_field", /needs responses/],
    ["storage", { store: true }, "invalid_field", /"store" needs responses/],
    ["a run in the background", { background: true }, "invalid_field", /"background" needs/],
    ["an unknown item", item(VALUE), "invalid_field", /"input\[0\].type" must be one of message/],
    ["an item of a name in Object", item("constructor"), "invalid_field", /"input\[0\].type"/],
    [
      "an item whose type is an object",
      { input: [{ type: { toString: null } }] },
      "invalid_field",
      /"input\[0\].type"/,
    ],
    ["an item that is a string", { input: [VALUE] }, "invalid_field", /"input\[0\]" must be/],
    [
      "a call without its id",
      item("function_call", { name: "a", arguments: "{}" }),
      "missing_field",
      /"input\[0\].call_id" is required/,
    ],
    [
      "an unknown field of an item",
      { input: [message("user", "Hi", { [VALUE]: 1 })] },
      "invalid_field",
      /"input\[0\]" has an unknown field/,
    ],
    [
      "a published field of an item",
      { input: [message("user", "Hi", { encrypted_content: "x" })] },
      "invalid_field",
      /"input\[0\].encrypted_content" is not supported/,
    ],
    [
      "annotations",
      { input: [message("assistant", [{ type: "output_text", text: "a", annotations: [1] }])] },
      "invalid_field",
      /annotations" must have no items/,
    ],
    ["no items", { input: [] }, "invalid_field", /"input" must have at least 1 item/],
    ["thoughts alone", item("reasoning"), "invalid_field", /"input" has only items that/],
    ["truncation", { truncation: "auto" }, "invalid_field", /"truncation" must be/],
    ["messages of chat", { messages: [] }, "invalid_field", /"messages" is not supported here/],
    ["a required call without tools", { tool_choice: "required" }, "invalid_field", /tool_choice/],
    [
      "a choice of an unknown tool",
      { tools: RESPONSES_TOOLS, tool_choice: { type: "function", name: "Ann_Weber" } },
      "invalid_field",
      /names no tool/,
    ],
    ["the reserved metadata", { metadata: { svc_compliance: "" } }, "invalid_field", /reserved/],
    [
      "a tool with personal data",
      { tools: [{ type: "function", name: "a", description: VALUE }] },
      "tool_definition_pii_detected",
      /./,
    ],
    [
      "a schema with personal data",
      {
        text: {
          format: { type: "json_schema", name: "a", schema: { description: "ann@post.example" } },
        },
      },
      "invalid_field",
      /"text.format.schema/,
    ],
  ])(
    "%s is refused, without its text and before the provider gets it",
    async (_what, more, code, says) => {
      const answer = await callResponses(gateway, more, { key });
      expect(codeOf(answer)).toEqual([400, code]);
      expect(answer.body.message).toMatch(says);
      for (const value of SECRET) expect(answer.text).not.toContain(value);
      expect(gateway.worker.direct).toEqual([]);
    },
  );
});
