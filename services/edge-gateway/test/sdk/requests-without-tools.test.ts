import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import { callFormat, type FormatName, keyFor } from "../support/format-client.ts";
import { sentJob } from "../support/sdk-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const SETTINGS = { RESPONSES_ENABLED: "true", PER_MINUTE_LIMIT_ENTERPRISE: "100000" } as const;

let enabled: TestGateway;
let disabled: Awaited<ReturnType<TestGateway["replica"]>>;
let plain: string;
let permitted: string;
beforeAll(async () => {
  enabled = await startTestGateway({ ...SETTINGS, TOOLS_ENABLED: "true" });
  disabled = await enabled.replica({ ...SETTINGS, TOOLS_ENABLED: "false" });
  plain = await keyFor(enabled);
  permitted = await keyFor(enabled, { tools: { allowed: true } });
});
beforeEach(() => {
  enabled.worker.direct.length = 0;
});
afterAll(async () => {
  await disabled.close();
  await enabled.close();
});

const OPENAI = [{ tools: [] }, { tool_choice: "none" }, { parallel_tool_calls: true }];
const ANTHROPIC = [{ tools: [] }, { tool_choice: { type: "none" } }];
const together = (bodies: readonly object[]) => [...bodies, Object.assign({}, ...bodies) as object];

const HARMLESS: Readonly<Record<FormatName, readonly object[]>> = {
  messages: together(ANTHROPIC),
  count: together(ANTHROPIC),
  chat: together([...OPENAI, { functions: [] }, { function_call: "none" }]),
  responses: [...together(OPENAI), { tools: [], tool_choice: "auto", parallel_tool_calls: false }],
};
const ACCEPTED = Object.entries(HARMLESS).flatMap(([name, bodies]) =>
  bodies.map((more) => [name as FormatName, more] as const),
);

const FUNCTION = { type: "function", function: { name: "find" } };
const REFUSED: readonly (readonly [FormatName, object, string])[] = [
  ["messages", { tools: [{ name: "find", input_schema: {} }] }, "tools"],
  ["messages", { tools: {} }, "tools"],
  ["messages", { tools: [], tool_choice: { type: "auto" } }, "tool_choice"],
  ["messages", { tool_choice: "none" }, "tool_choice"],
  ["messages", { parallel_tool_calls: true }, "parallel_tool_calls"],
  ["messages", { functions: [] }, "functions"],
  ["count", { tools: [{ name: "find", input_schema: {} }] }, "tools"],
  ["count", { tool_choice: { type: "any" } }, "tool_choice"],
  ["chat", { tools: [FUNCTION], tool_choice: "none" }, "tools"],
  ["chat", { tool_choice: "auto" }, "tool_choice"],
  ["chat", { tool_choice: { type: "none" } }, "tool_choice"],
  ["chat", { functions: [{ name: "find" }] }, "functions"],
  ["chat", { function_call: "auto" }, "function_call"],
  ["responses", { tools: [{ type: "function", name: "find" }] }, "tools"],
  ["responses", { tool_choice: "required" }, "tool_choice"],
];

describeWithServer("postgres", "Requests that name tools but have none", () => {
  const senders = [
    ["a key without permission", () => ({ gateway: enabled, key: plain })],
    [
      "a permitted key of a deployment without tools",
      () => ({ gateway: disabled, key: permitted }),
    ],
    ["a permitted key", () => ({ gateway: enabled, key: permitted })],
  ] as const;

  describe.each(senders)("from %s", (_whose, sender) => {
    test.each(ACCEPTED)("%s accepts %j, and the provider gets none of it", async (name, more) => {
      const { gateway, key } = sender();
      expect((await callFormat(gateway, name, more, key)).status).toBe(200);
      const { options, messages } = sentJob(enabled);
      expect(options).toEqual({});
      expect(messages).toEqual([{ role: "user", content: [{ type: "text", text: "Hello" }] }]);
    });
  });

  test.each(REFUSED)(
    "%s refuses %j for a key without permission, and names the field",
    async (name, more, param) => {
      const { status, body } = await callFormat(enabled, name, more, plain);
      expect([status, body.error.code, body.error.param]).toEqual([
        ...[400, "tools_not_supported", param],
      ]);
      expect(enabled.worker.direct).toEqual([]);
    },
  );

  test.each([
    ["chat", { parallel_tool_calls: "Ann Weber" }, "parallel_tool_calls"],
    ["responses", { parallel_tool_calls: "Ann Weber" }, "parallel_tool_calls"],
    ["messages", { tool_choice: { type: "none", name: "Ann Weber" } }, "tool_choice"],
  ] as const)("%s refuses %j without repeating it", async (name, more, param) => {
    const { status, body, text } = await callFormat(enabled, name, more, plain);
    expect([status, body.error.code]).toEqual([400, "invalid_field"]);
    expect(body.error.param).toMatch(new RegExp(`^${param}`));
    expect(text).not.toContain("Weber");
    expect(enabled.worker.direct).toEqual([]);
  });

  test.each([
    ["messages", { tool_choice: { type: "auto" } }],
    ["chat", { tool_choice: "auto" }],
    ["chat", { tool_choice: "required" }],
    ["responses", { tool_choice: "required" }],
  ] as const)("%s refuses the choice %j without tools for a permitted key", async (name, more) => {
    const { status, body } = await callFormat(enabled, name, more, permitted);
    expect([status, body.error.code, body.error.param]).toEqual([
      ...[400, "invalid_field", "tool_choice"],
    ]);
  });

  test("with tools, the choice none and parallel calls are passed on", async () => {
    const more = { tools: [FUNCTION], tool_choice: "none", parallel_tool_calls: false };
    expect((await callFormat(enabled, "chat", more, permitted)).status).toBe(200);
    expect(sentJob(enabled).options).toEqual({
      ...{ tools: [{ name: "find" }], tool_choice: { type: "none" }, parallel_tool_calls: false },
    });
  });
});
