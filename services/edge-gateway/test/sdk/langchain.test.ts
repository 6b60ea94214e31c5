import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { ChatAnthropic } from "@langchain/anthropic";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import type { AnswerBlock } from "@veil/contracts/inference";
import type { CallPolicy } from "@veil/contracts/public/call-policy";
import { describeWithServer, until } from "@veil/testing";
import { z } from "zod";
import { completedResult, failedResult } from "../support/completed-result.ts";
import { LETTER, type SdkEndpoint, sentJob, UPSTREAM_KEYS } from "../support/sdk-client.ts";
import { recordAttempts, startSdkServer } from "../support/sdk-server.ts";
import { keyWithTools } from "../support/tools.ts";

const POLICY: CallPolicy = {
  ...{ extensions: ["chat_streaming"] },
  tools: { allowed: true, relink_tools: ["send_mail", "Mail"] },
};

let server: Awaited<ReturnType<typeof startSdkServer>>;
let key: string;
beforeAll(async () => {
  server = await startSdkServer({
    ...{ CHAT_STREAMING_ENABLED: "true", TOOLS_ENABLED: "true", MONTHLY_LIMIT_FREE: "0" },
  });
  key = await keyWithTools(server.gateway, { policy: POLICY });
});
beforeEach(() => {
  server.gateway.worker.letGo();
  server.gateway.worker.answerWith(undefined);
  server.gateway.worker.direct.length = 0;
});
afterAll(() => server.close());

const headersOf = (endpoint: SdkEndpoint) => ({
  ...{ "X-Upstream-Key": UPSTREAM_KEYS[endpoint], "X-Veil-Relink": "true" },
});

interface ModelOptions {
  readonly apiKey?: string;
  readonly fetch?: typeof fetch;
  readonly timeout?: number;
}

/** LangChain retries calls itself, in addition to those of the SDKs. */
const MODELS: readonly (readonly [string, (options?: ModelOptions) => BaseChatModel])[] = [
  [
    "@langchain/openai",
    ({ apiKey = key, ...options } = {}) =>
      new ChatOpenAI({
        ...{ model: "m", apiKey, maxRetries: 0 },
        configuration: {
          ...{ baseURL: `${server.url}/v1`, defaultHeaders: headersOf("chat"), ...options },
        },
      }),
  ],
  [
    "@langchain/anthropic",
    ({ apiKey = key, ...options } = {}) =>
      new ChatAnthropic({
        ...{ model: "m", maxTokens: 10, apiKey, maxRetries: 0, anthropicApiUrl: server.url },
        clientOptions: { defaultHeaders: headersOf("messages"), ...options },
      }),
  ],
];

const Mail = z.object({ to: z.string(), body: z.string() });
const WRITTEN = '{"to":"[EMAIL_1]","body":"Dear \\"[PERSON_1]\\""}';
const RESTORED = { to: "ann@post.example", body: 'Dear "Ann Weber"' };
const sendMail = tool(async () => "sent", {
  ...{ name: "send_mail", description: "Sends a mail", schema: Mail },
});

function answerWith(stop_reason: string, ...blocks: readonly AnswerBlock[]): void {
  const { choices: _choices, ...end } = completedResult("");
  server.gateway.worker.answerWith(() => ({
    ...end,
    choices: [{ blocks: [...blocks], stop_reason }],
  }));
}

const sent = () => JSON.stringify(sentJob(server.gateway).messages);

describeWithServer("postgres", "LangChain", () => {
  describe.each(MODELS)("%s", (_name, modelOf) => {
    test("an answer has the values, and the provider gets placeholders", async () => {
      const answer = await modelOf().invoke(LETTER);
      expect(answer.text).toBe(LETTER);
      expect(sent()).not.toMatch(/Weber|ann@/);
    });

    test("an earlier answer is sent back with placeholders", async () => {
      const answer = await modelOf().invoke(LETTER);
      server.gateway.worker.direct.length = 0;
      await modelOf().invoke([new HumanMessage(LETTER), answer, new HumanMessage("Go on")]);
      expect(sent()).toContain("[PERSON_1]");
      expect(sent()).not.toMatch(/Weber|ann@/);
    });

    test("a stream has the text of the whole answer", async () => {
      const pieces: string[] = [];
      for await (const { text } of await modelOf().stream(LETTER)) pieces.push(text);
      expect(pieces.join("")).toBe(LETTER);
    });

    test("a tool gets the values, and its result is sent with placeholders", async () => {
      answerWith("tool_use", { type: "tool_use", name: "send_mail", arguments: WRITTEN });
      const model = modelOf().bindTools?.([sendMail]);
      const answer = await model?.invoke(LETTER);
      const [call] = answer?.tool_calls ?? [];
      expect(call).toMatchObject({ name: "send_mail", args: RESTORED });
      server.gateway.worker.answerWith(undefined);
      server.gateway.worker.direct.length = 0;
      const result = new ToolMessage({
        ...{ tool_call_id: call?.id ?? "", content: "Sent to ann@post.example" },
      });
      await model?.invoke([new HumanMessage(LETTER), answer ?? new AIMessage(""), result]);
      expect(sent()).toContain("Sent to [EMAIL_1]");
      expect(sent()).not.toMatch(/Weber|ann@/);
    });

    test("structured output by a schema is an object with the values", async () => {
      server.gateway.worker.answerWith(() => completedResult(WRITTEN));
      const model = modelOf().withStructuredOutput(Mail, { method: "jsonSchema" });
      expect(await model.invoke(LETTER)).toEqual(RESTORED);
    });

    test("structured output by a tool is an object with the values", async () => {
      answerWith("tool_use", { type: "tool_use", name: "Mail", arguments: WRITTEN });
      const options = { method: "functionCalling", name: "Mail" } as const;
      const model = modelOf().withStructuredOutput(Mail, options);
      expect(await model.invoke(LETTER)).toEqual(RESTORED);
    });

    test("a key that is not valid throws the status 401 with the gateway's message", async () => {
      await expect(modelOf({ apiKey: "gw_live_no" }).invoke(LETTER)).rejects.toMatchObject({
        ...{ status: 401, message: expect.stringContaining("API key is not valid") },
      });
    });

    test("a call over the quota throws the status 429 with the gateway's message", async () => {
      const { apiKey } = await server.gateway.provision({ tier: "free", managedAi: false });
      await expect(modelOf({ apiKey }).invoke(LETTER)).rejects.toMatchObject({
        ...{ status: 429, message: expect.stringContaining("quota") },
      });
    });

    test("a failed provider throws its status", async () => {
      server.gateway.worker.answerWith(() => ({
        ...{ ...failedResult("provider_unavailable"), provider_status: 503, attempts: 2 },
      }));
      const { fetch, statuses } = recordAttempts();
      await expect(modelOf({ fetch }).invoke(LETTER)).rejects.toMatchObject({ status: 503 });
      expect(statuses).toEqual([503]);
    });

    test("the client's own time-out ends the call, which is recorded as closed by the client", async () => {
      server.gateway.worker.hold();
      const before = await server.closedCalls();
      await expect(modelOf({ timeout: 500 }).invoke(LETTER)).rejects.toThrow();
      await until("the end is recorded", async () => (await server.closedCalls()) === before + 1);
    });
  });
});
