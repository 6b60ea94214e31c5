import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import {
  CHAT_FIELDS,
  MESSAGES_FIELDS,
  RESPONSES_FIELDS,
} from "@veil/contracts/public/published-fields";
import { SdkChatRequest } from "@veil/contracts/public/sdk/chat";
import { SdkMessagesRequest, SdkTokenCountRequest } from "@veil/contracts/public/sdk/messages";
import { SdkResponsesRequest } from "@veil/contracts/public/sdk/responses";
import { describeWithServer } from "@veil/testing";
import { callFormat, type FormatName, keyFor } from "../support/format-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

let gateway: TestGateway;
let plain: string;
let permitted: string;
beforeAll(async () => {
  gateway = await startTestGateway({
    ...{ RESPONSES_ENABLED: "true", TOOLS_ENABLED: "true", CHAT_STREAMING_ENABLED: "true" },
    ...{ MODELS_ALLOWED: "m-1", PER_MINUTE_LIMIT_ENTERPRISE: "100000" },
  });
  plain = await keyFor(gateway);
  permitted = await keyFor(gateway, {
    ...{ tools: { allowed: true }, extensions: ["responses", "chat_streaming"] },
  });
});
beforeEach(() => {
  gateway.worker.direct.length = 0;
});
afterAll(() => gateway.close());

/** A value that no field of a request accepts. */
const WRONG = 7.5;

const PUBLISHED = {
  messages: { fields: MESSAGES_FIELDS, schema: SdkMessagesRequest, list: "messages" },
  count: { fields: MESSAGES_FIELDS, schema: SdkTokenCountRequest, list: "messages" },
  chat: { fields: CHAT_FIELDS, schema: SdkChatRequest, list: "messages" },
  responses: { fields: RESPONSES_FIELDS, schema: SdkResponsesRequest, list: "input" },
} as const;
const NAMES = ["messages", "count", "chat", "responses"] as const;

const CASES: readonly (readonly [FormatName, string, object])[] = NAMES.flatMap((name) => {
  const { fields, schema, list } = PUBLISHED[name];
  const members = [...new Set([...fields, ...Object.keys(schema.properties)])];
  const turnWith = (field: string) => ({ role: "user", content: "Hi", [field]: WRONG });
  return [
    ...members.map((field) => [name, field, { [field]: WRONG }] as const),
    ...[...fields].map(
      (field) => [name, `${list}[0].${field}`, { [list]: [turnWith(field)] }] as const,
    ),
  ];
});

const user = (content: unknown) => ({ role: "user", content });
const chatTool = (more: object = {}) => ({
  tools: [{ type: "function", function: { name: "find", ...more } }],
});
const chatCall = (name: string, json: string) => ({
  role: "assistant",
  tool_calls: [{ id: "x", type: "function", function: { name, arguments: json } }],
});
const itemCall = (name: string, json: string) => ({
  ...{ type: "function_call", call_id: "x", name, arguments: json },
});
const use = (input: object) => ({
  ...{ role: "assistant", content: [{ type: "tool_use", id: "x", name: "find", input }] },
});
const deep = (levels: number): string =>
  levels === 0 ? "[1]" : JSON.stringify([deep(levels - 1)]);
const MANY = JSON.stringify(Array.from({ length: 10_001 }, (_, at) => `value ${at}`));
const SPLIT = [
  { type: "text", text: "Write to x.y@" },
  { type: "text", text: "acme.example" },
];
const MAIL = "ann@post.example";
const PHONE = "a_4111111111111111";

const invalid = "invalid_field";
const missing = "missing_field";
const caching = "cache_control_not_supported";
const mark = { cache_control: { type: "ephemeral" } };
const systemPii = "system_prompt_pii_detected";
const inTools = "tool_definition_pii_detected";
const notText = "content_type_not_supported";

const REFUSALS: readonly (readonly [FormatName, object, string, string])[] = [
  ["messages", { stream: true }, "streaming_not_supported", "stream"],
  ["messages", { model: "m-2" }, invalid, "model"],
  ["messages", { system: `Write to ${MAIL}` }, systemPii, "system"],
  ["messages", { system: [{ type: "text", text: MAIL }] }, systemPii, "system"],
  [
    ...["messages", { messages: [user("Hi"), { role: "system", content: MAIL }, user("Hi")] }],
    ...[systemPii, "messages[1]"],
  ] as const,
  ["messages", { messages: [user(SPLIT)] }, invalid, "messages[0]"],
  ["messages", { system: "Hi", messages: [user("Hi"), user(SPLIT)] }, invalid, "messages[1]"],
  ["messages", { messages: [user("Hi"), use({ a: MANY })] }, invalid, "messages[1]"],
  [
    ...["messages", { messages: [user("Hi"), use({ a: deep(10) })] }],
    ...[invalid, "messages[1].content[0]"],
  ] as const,
  ["messages", mark, caching, "cache_control"],
  [
    ...["messages", { messages: [user([{ type: "text", text: "Hi", ...mark }])] }],
    ...[caching, "messages[0].content[0].cache_control"],
  ] as const,
  [
    ...["messages", { tools: [{ name: "a", input_schema: {}, ...mark }] }],
    ...[caching, "tools[0].cache_control"],
  ] as const,
  ["messages", { messages: [user([{ type: "image" }])] }, notText, "messages[0].content[0]"],
  ["messages", { thinking: { type: "adaptive" } }, invalid, "thinking"],
  [
    ...["messages", { output_format: { type: "json_schema", schema: { title: MAIL } } }],
    ...[invalid, "output_format.schema.title"],
  ] as const,
  ["count", { system: MAIL }, systemPii, "system"],
  ["chat", { messages: undefined }, missing, "messages"],
  ["chat", { stream: true, n: 2 }, invalid, "n"],
  ["chat", { metadata: { svc_compliance: "" } }, invalid, "metadata"],
  ["chat", { metadata: { ann: 1 } }, invalid, "metadata"],
  ["chat", { stop: [7] }, invalid, "stop[0]"],
  ["chat", { messages: [{ role: "tool", content: "a" }] }, missing, "messages[0].tool_call_id"],
  ["chat", { messages: [user("Hi"), { role: "user" }] }, missing, "messages[1].content"],
  ["chat", { messages: [user("Hi"), user(SPLIT)] }, invalid, "messages[1]"],
  ["chat", { messages: [user("Hi"), chatCall("find", MANY)] }, invalid, "messages[1]"],
  [
    ...["chat", { messages: [user("Hi"), chatCall("find", deep(10))] }],
    ...[invalid, "messages[1].tool_calls[0]"],
  ] as const,
  [
    ...["chat", { messages: [user("Hi"), chatCall(PHONE, "{}")] }],
    ...[inTools, "messages[1].tool_calls[0]"],
  ] as const,
  ["chat", chatTool({ description: MAIL }), inTools, "tools[0]"],
  ["chat", chatTool({ parameters: { default: deep(10) } }), invalid, "tools[0]"],
  ["chat", { ...chatTool(), tool_choice: { type: "function" } }, invalid, "tool_choice"],
  ["responses", { input: [user("Hi"), user([])] }, invalid, "input[1].content"],
  ["responses", { input: [user("Hi"), itemCall(PHONE, "{}")] }, inTools, "input[1]"],
  ["responses", { input: [user("Hi"), itemCall("find", MANY)] }, invalid, "input[1]"],
  ["responses", { input: [user("Hi"), itemCall("find", deep(10))] }, invalid, "input[1]"],
  ["responses", { store: true }, invalid, "store"],
  ["responses", { metadata: { svc_compliance: "" } }, invalid, "metadata"],
];

describeWithServer("postgres", "The field that a refusal names for SDKs", () => {
  describe.each([
    ["without permissions", () => plain],
    ["with permissions", () => permitted],
  ])("for a key %s", (_how, key) => {
    test.each(CASES)(
      "%s names the published field %s with a wrong value",
      async (name, param, more) => {
        const { status, body } = await callFormat(gateway, name, more, key());
        expect([status, body.error.param]).toEqual([400, param]);
        expect(body.error.message).toContain(`"${param}"`);
        expect(gateway.worker.direct).toEqual([]);
      },
    );
  });

  test.each(REFUSALS)("%s names the field of %j", async (name, more, code, param) => {
    const { status, body } = await callFormat(gateway, name, more, permitted);
    expect([status, body.error.code, body.error.param]).toEqual([400, code, param]);
    expect(gateway.worker.direct).toEqual([]);
  });

  test.each(NAMES)("%s does not repeat a name that the client invented", async (name) => {
    const list = PUBLISHED[name].list;
    for (const more of [
      { weber: 1 },
      { [list]: [{ role: "user", content: "Hi", weber: 1 }] },
      { tools: [{ weber: 1 }] },
    ]) {
      const { status, text } = await callFormat(gateway, name, more, permitted);
      expect([status, text.includes("weber")]).toEqual([400, false]);
    }
  });
});
