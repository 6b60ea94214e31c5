import AnthropicLatest from "@anthropic-ai/sdk";
import AnthropicBefore from "@anthropic-ai/sdk-0";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { AnswerBlock } from "@veil/contracts/inference";
import { describeWithServer } from "@veil/testing";
import OpenAI from "openai";
import { completedResult } from "../support/completed-result.ts";
import { LETTER, sentJob, UPSTREAM_KEYS } from "../support/sdk-client.ts";
import { startSdkServer } from "../support/sdk-server.ts";
import { keyWithTools } from "../support/tools.ts";

let server: Awaited<ReturnType<typeof startSdkServer>>;
let apiKey: string;
beforeAll(async () => {
  server = await startSdkServer({ TOOLS_ENABLED: "true" });
  apiKey = await keyWithTools(server.gateway);
});
beforeEach(() => {
  server.gateway.worker.direct.length = 0;
});
afterAll(() => server.close());

const schema = { type: "object" as const, properties: { to: { type: "string" } } };
const WRITTEN = '{"to":"[EMAIL_1]","body":"Dear \\"[PERSON_1]\\""}';
const RESTORED = { to: "ann@post.example", body: 'Dear "Ann Weber"' };

/** Makes the first response a tool call and the second one text. */
function callThenSay(stop_reason: string): void {
  const blocks: AnswerBlock[][] = [
    [
      { type: "text", text: "I write to [PERSON_1] now." },
      { type: "tool_use", name: "send_mail", arguments: WRITTEN },
    ],
    [{ type: "text", text: "Sent to [PERSON_1]." }],
  ];
  const { choices: _choices, ...end } = completedResult("");
  server.gateway.worker.answerWith(() => {
    const next = blocks.shift() ?? [];
    return {
      ...end,
      choices: [{ blocks: next, stop_reason: blocks.length > 0 ? stop_reason : "stop" }],
    };
  });
}

/** Requires that the second request contains the first response only in sanitised form. */
function requireSanitised(): void {
  server.gateway.worker.direct.shift();
  const { messages } = sentJob(server.gateway);
  expect(JSON.stringify(messages)).not.toMatch(/Weber|ann@/);
  expect(messages.slice(-2)).toMatchObject([
    {
      content: [{ text: "I write to [PERSON_1] now." }, { name: "send_mail", arguments: WRITTEN }],
    },
    { content: [{ type: "tool_result", content: [{ text: '{"sent":"[EMAIL_1]"}' }] }] },
  ]);
}

describeWithServer("postgres", "Tools through packages of SDKs", () => {
  describe.each([
    ["@anthropic-ai/sdk 1", AnthropicLatest],
    ["@anthropic-ai/sdk 0", AnthropicBefore as unknown as typeof AnthropicLatest],
  ] as const)("%s", (_name, Client) => {
    const client = () =>
      new Client({
        ...{ apiKey, baseURL: server.url },
        defaultHeaders: { "X-Upstream-Key": UPSTREAM_KEYS.messages, "X-Veil-Relink": "true" },
      });
    const tools = [{ name: "send_mail", description: "Sends a mail", input_schema: schema }];
    const asked = { role: "user" as const, content: LETTER };
    const base = { model: "m", max_tokens: 10, tools };

    test.each(["whole", "streamed"])(
      "the SDK runs a tool in a loop, with %s responses",
      async (how) => {
        callThenSay("tool_use");
        const ask = async (messages: AnthropicLatest.MessageParam[]) =>
          how === "whole"
            ? await client().messages.create({ ...base, messages })
            : await client()
                .messages.stream({ ...base, messages })
                .finalMessage();
        const first = await ask([asked]);
        const use = first.content.find((block) => block.type === "tool_use");
        expect([first.stop_reason, use?.name, use?.input]).toEqual([
          "tool_use",
          "send_mail",
          RESTORED,
        ]);
        const result = {
          type: "tool_result" as const,
          ...{ tool_use_id: use?.id ?? "", content: '{"sent":"ann@post.example"}' },
        };
        const second = await ask([
          asked,
          { role: "assistant", content: first.content },
          { role: "user", content: [result] },
        ]);
        expect(second.content).toMatchObject([{ type: "text", text: "Sent to Ann Weber." }]);
        requireSanitised();
      },
    );
  });

  describe("openai 6", () => {
    test("the openai SDK runs a tool in a loop", async () => {
      callThenSay("tool_calls");
      const client = new OpenAI({
        ...{ apiKey, baseURL: `${server.url}/v1` },
        defaultHeaders: { "X-Upstream-Key": UPSTREAM_KEYS.chat, "X-Veil-Relink": "true" },
      });
      let given = {};
      const runner = client.chat.completions.runTools({
        model: "m",
        messages: [{ role: "user", content: LETTER }],
        tools: [
          {
            type: "function",
            function: {
              ...{ name: "send_mail", description: "Sends a mail", parameters: schema },
              parse: JSON.parse,
              function(input: object) {
                given = input;
                return '{"sent":"ann@post.example"}';
              },
            },
          },
        ],
      });
      expect(await runner.finalContent()).toBe("Sent to Ann Weber.");
      expect(given).toEqual(RESTORED);
      requireSanitised();
    });
  });
});
