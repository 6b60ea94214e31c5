import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { setCallPolicy } from "../support/changes.ts";
import { codeOf } from "../support/native-client.ts";
import {
  callSdk,
  ENDPOINTS,
  LETTER,
  type SdkEndpoint,
  sdkBody,
  sentJob,
  UPSTREAM_KEYS,
} from "../support/sdk-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";
import { keyWithTools, OPENAI_TOOLS, SECRET, TOOL_POSITIONS, toolsBody } from "../support/tools.ts";

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startTestGateway({ TOOLS_ENABLED: "true" });
  key = await keyWithTools(gateway);
});
beforeEach(() => {
  gateway.worker.answerWith(undefined);
  gateway.worker.direct.length = 0;
});
afterAll(() => gateway.close());

const send = (
  endpoint: SdkEndpoint,
  body: object,
  { as = key, headers = {} }: { as?: string; headers?: Record<string, string> } = {},
) => callSdk(gateway, endpoint, body, { key: as, headers });

describeWithServer("postgres", "Tools of SDK calls", () => {
  describe("Personal data in texts and tools", () => {
    test.each(TOOL_POSITIONS)(
      "No personal data reaches the provider in $name",
      async ({ endpoint, messages, sent }) => {
        const answer = await send(endpoint, toolsBody(endpoint, { messages }));
        expect(answer.status).toBe(200);
        expect(sentJob(gateway).messages.slice(1)).toEqual(sent);
        const left = JSON.stringify(gateway.worker.direct);
        for (const value of SECRET) expect(left).not.toContain(value);
      },
    );
  });

  test("The same value has the same placeholder in text, arguments and results", async () => {
    const messages = [
      { role: "user", content: "Find b@post.example and ann@post.example" },
      {
        role: "assistant",
        content: [{ type: "tool_use", id: "x", name: "fetch", input: { to: "ann@post.example" } }],
      },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: "x", content: '["c@post.example"]' }],
      },
    ];
    await send("messages", toolsBody("messages", { messages }));
    expect(sentJob(gateway).messages.slice(1)).toMatchObject([
      { content: [{ text: "Find [EMAIL_1] and [EMAIL_2]" }] },
      { content: [{ arguments: '{"to":"[EMAIL_2]"}' }] },
      { content: [{ content: [{ text: '["[EMAIL_3]"]' }] }] },
    ]);
  });

  test("Placeholders in earlier arguments are kept for a tool whose values are not restored, and are treated as literal text for other tools", async () => {
    const used = (name: string) => ({
      ...{ role: "assistant" },
      content: [{ type: "tool_use", id: name, name, input: { to: "[PERSON_1]" } }],
    });
    const messages = [{ role: "user", content: LETTER }, used("fetch"), used("send_mail")];
    const headers = { "x-veil-relink": "true" };
    await send("messages", toolsBody("messages", { messages }), { headers });
    expect(sentJob(gateway).messages.slice(2)).toMatchObject([
      { content: [{ name: "fetch", arguments: '{"to":"[PERSON_1]"}' }] },
      { content: [{ name: "send_mail", arguments: '{"to":"[LITERAL_1]"}' }] },
    ]);
  });

  test("POST /v1/messages/count_tokens includes the tokens of tools in its count", async () => {
    const { max_tokens: _limit, ...body } = toolsBody("messages") as Record<string, unknown>;
    const answer = await request(gateway.app)
      .post("/v1/messages/count_tokens")
      .set({ "x-api-key": key, "x-upstream-key": UPSTREAM_KEYS.messages })
      .send(body);
    expect(answer.body).toEqual({ input_tokens: 7 });
    expect(sentJob(gateway).options.tools).toHaveLength(2);
  });

  // @spec DEC-1
  test("POST /v1/messages/count_tokens refuses tools with personal data", async () => {
    const { max_tokens: _limit, ...body } = toolsBody("messages") as Record<string, unknown>;
    const tools = [{ name: "get", description: "For a@b.example", input_schema: {} }];
    const answer = await request(gateway.app)
      .post("/v1/messages/count_tokens")
      .set({ "x-api-key": key, "x-upstream-key": UPSTREAM_KEYS.messages })
      .send({ ...body, tools });
    expect(codeOf(answer)).toEqual([400, "tool_definition_pii_detected"]);
  });

  describe.each(ENDPOINTS)("Tools of a request (%s)", (endpoint) => {
    const tool = (own: object) => {
      const {
        description = "Reads",
        schema = { type: "object" },
        name = "get",
      } = own as {
        description?: string;
        schema?: object;
        name?: string;
      };
      return endpoint === "chat"
        ? { type: "function", function: { name, description, parameters: schema } }
        : { name, description, input_schema: schema };
    };

    // @spec SVC-33 SDK-6
    test.each([
      ["a name", { name: "DE89370400440532013000" }],
      ["a description", { description: "Writes to ann@post.example" }],
      ["a schema's description", { schema: { properties: { a: { description: "a@b.example" } } } }],
      ["a schema's value", { schema: { enum: ["DE89 3704 0044 0532 0130 00"] } }],
      ["a schema's number", { schema: { properties: { card: { default: 4111111111111111 } } } }],
      ["a schema's name", { schema: { properties: { "a@b.example": {} } } }],
    ])("tools with personal data in %s are refused", async (_where, own) => {
      const answer = await send(endpoint, toolsBody(endpoint, { tools: [tool(own)] }));
      expect(codeOf(answer)).toEqual([400, "tool_definition_pii_detected"]);
      expect(gateway.worker.direct).toEqual([]);
    });

    test("tools with text that looks like a placeholder are refused", async () => {
      const tools = [tool({ description: "Writes to [PERSON_1]" })];
      expect(codeOf(await send(endpoint, toolsBody(endpoint, { tools })))).toEqual([
        400,
        "invalid_field",
      ]);
    });

    test("tools and the tool choice are passed on in the same form for both formats", async () => {
      const more =
        endpoint === "chat"
          ? {
              tool_choice: { type: "function", function: { name: "send_mail" } },
              parallel_tool_calls: false,
            }
          : { tool_choice: { type: "tool", name: "send_mail", disable_parallel_tool_use: true } };
      await send(endpoint, toolsBody(endpoint, more));
      expect(sentJob(gateway).options).toMatchObject({
        tools: [{ name: "send_mail", description: "Sends a mail" }, { name: "fetch" }],
        tool_choice: { type: "tool", name: "send_mail" },
        parallel_tool_calls: false,
      });
    });

    test("a choice of a tool that is not in the request is refused", async () => {
      const tool_choice =
        endpoint === "chat"
          ? { type: "function", function: { name: "Ann_Weber" } }
          : { type: "tool", name: "Ann_Weber" };
      expect(codeOf(await send(endpoint, toolsBody(endpoint, { tool_choice })))).toEqual([
        400,
        "invalid_field",
      ]);
    });

    test("tools are refused when the operator has not enabled them", async () => {
      const off = await gateway.replica({ TOOLS_ENABLED: "false" });
      const answer = await callSdk(off, endpoint, toolsBody(endpoint), { key });
      expect(codeOf(answer)).toEqual([400, "tools_not_supported"]);
      await off.close();
    });

    test.each([
      ["without a policy", undefined],
      ["with a policy that does not mention tools", { relink: true }],
      [
        "with a policy that forbids tools",
        { tools: { allowed: false, relink_tools: ["send_mail"] } },
      ],
    ])("tools are refused for a key %s", async (_with, policy) => {
      const order = { tier: "enterprise", managedAi: false } as const;
      const { apiKey: as, keyId } = await gateway.provision(order);
      await setCallPolicy(gateway.stores.apiKeys, keyId, policy);
      const answer = await send(endpoint, toolsBody(endpoint), { as });
      expect(codeOf(answer)).toEqual([400, "tools_not_supported"]);
    });
  });

  test("A request with more values than the sanitiser accepts is refused", async () => {
    const content = JSON.stringify(Array.from({ length: 10_001 }, (_, at) => `value ${at}`));
    const messages = [
      { role: "user", content: [{ type: "tool_result", tool_use_id: "x", content }] },
    ];
    const answer = await send("messages", toolsBody("messages", { messages }));
    expect(codeOf(answer)).toEqual([400, "invalid_field"]);
    expect(gateway.worker.direct).toEqual([]);
  });

  describe("Features that are refused even when tools are allowed", () => {
    const user = { role: "user", content: "Hi" };
    const part = (type: string, more: object = {}) => ({
      messages: [user, { role: "assistant", content: [{ type, ...more }] }],
    });
    const result = (type: string) => ({
      messages: [
        user,
        {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: "t", content: [{ type, source: {} }] }],
        },
      ],
    });
    const unsupported = "tools_not_supported";
    test.each<[string, SdkEndpoint, object, string]>([
      [
        "a web search",
        "messages",
        { tools: [{ type: "web_search_20250305", name: "w" }] },
        unsupported,
      ],
      [
        "computer use",
        "messages",
        { tools: [{ type: "computer_20250124", name: "c" }] },
        unsupported,
      ],
      ["a shell", "messages", { tools: [{ type: "bash_20250124", name: "bash" }] }, unsupported],
      ["MCP servers", "messages", { mcp_servers: [{ url: "https://a.example" }] }, unsupported],
      ["an MCP toolset", "messages", { tools: [{ type: "mcp_toolset" }] }, unsupported],
      ["a call on the provider's side", "messages", part("server_tool_use"), unsupported],
      [
        "the result of a call on the provider's side",
        "messages",
        part("web_search_tool_result"),
        unsupported,
      ],
      ["a call of an MCP server", "messages", part("mcp_tool_use"), unsupported],
      ["a tool reference as a tool result", "messages", result("tool_reference"), unsupported],
      ["an image as a tool result", "messages", result("image"), "content_type_not_supported"],
      [
        "caching of a tool",
        "messages",
        { tools: [{ name: "a", input_schema: {}, cache_control: { type: "ephemeral" } }] },
        "cache_control_not_supported",
      ],
      [
        "an unknown field of a tool",
        "messages",
        { tools: [{ name: "a", input_schema: {}, defer_loading: true }] },
        "invalid_field",
      ],
      [
        "a call by the user",
        "messages",
        {
          messages: [
            { role: "user", content: [{ type: "tool_use", id: "t", name: "a", input: {} }] },
          ],
        },
        "invalid_field",
      ],
      ["the deprecated functions parameter", "chat", { functions: [{ name: "a" }] }, unsupported],
      [
        "a custom tool",
        "chat",
        { tools: [{ type: "custom", custom: { name: "a" } }] },
        unsupported,
      ],
      [
        "a turn with the role function",
        "chat",
        { messages: [user, { role: "function", name: "a", content: "" }] },
        unsupported,
      ],
      [
        "a result without its call",
        "chat",
        { messages: [user, { role: "tool", content: "a" }] },
        "missing_field",
      ],
      ["calls by the user", "chat", { messages: [{ ...user, tool_calls: [] }] }, "invalid_field"],
      ["a choice without tools", "chat", { tools: [], tool_choice: "auto" }, "invalid_field"],
      ["a stream", "chat", { tools: OPENAI_TOOLS, stream: true }, "streaming_not_supported"],
    ])(
      "A request with %s is refused even when tools are allowed",
      async (_what, endpoint, more, code) => {
        expect(codeOf(await send(endpoint, sdkBody(endpoint, more)))).toEqual([400, code]);
        expect(gateway.worker.direct).toEqual([]);
      },
    );
  });
});
