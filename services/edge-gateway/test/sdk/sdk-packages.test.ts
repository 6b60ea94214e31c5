import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import AnthropicLatest from "@anthropic-ai/sdk";
import AnthropicBefore from "@anthropic-ai/sdk-0";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { describeWithServer, until } from "@veil/testing";
import { generateText, streamText } from "ai";
import OpenAI from "openai";
import { failedResult } from "../support/completed-result.ts";
import { writtenEvents } from "../support/fake-services.ts";
import { LETTER, UPSTREAM_KEYS } from "../support/sdk-client.ts";
import { recordAttempts, startSdkServer } from "../support/sdk-server.ts";

/** The newer major version of the SDK needs Node 22, which the images have. */
const major = Number(process.versions.node.split(".")[0]);
const newerOpenAI = async () => (await import("openai-7")).default as unknown as typeof OpenAI;
const OPENAI: readonly (readonly [string, typeof OpenAI])[] = [
  ["openai 6", OpenAI],
  ...(major >= 22 ? [["openai 7", await newerOpenAI()] as const] : []),
];
const ANTHROPIC = [
  ["@anthropic-ai/sdk 1", AnthropicLatest],
  ["@anthropic-ai/sdk 0", AnthropicBefore as unknown as typeof AnthropicLatest],
] as const;

let server: Awaited<ReturnType<typeof startSdkServer>>;
let apiKey: string;
let headers: Record<"messages" | "chat", Record<string, string>>;
beforeAll(async () => {
  server = await startSdkServer({
    PER_MINUTE_LIMIT_ENTERPRISE: "100000",
    MONTHLY_LIMIT_FREE: "0",
  });
  const { gateway } = server;
  ({ apiKey } = await gateway.provision({
    tier: "enterprise",
    family: "gw_live",
    managedAi: false,
  }));
  const of = (endpoint: "messages" | "chat") => ({
    "X-Upstream-Key": UPSTREAM_KEYS[endpoint],
    "X-Veil-Relink": "true",
  });
  headers = { messages: of("messages"), chat: of("chat") };
});
beforeEach(() => {
  server.gateway.worker.letGo();
  server.gateway.worker.answerWith(undefined);
  server.gateway.worker.streamWith(undefined);
});
afterAll(() => server.close());

/**
 * The error class that an SDK throws, the provider's status, and the number of the SDK's attempts.
 */
const OF_THE_PROVIDER = [
  ["NotFoundError", 404, 1],
  ["PermissionDeniedError", 403, 1],
  ["RateLimitError", 429, 3],
  // The SDK does not retry this one, because the worker has already retried it.
  ["InternalServerError", 503, 1],
] as const;

const spentKey = async () =>
  (await server.gateway.provision({ tier: "free", managedAi: false })).apiKey;

const messages = [{ role: "user" as const, content: LETTER }];
const TOOLS = [{ name: "find", input_schema: { type: "object" as const } }];
const failing = (provider_status: number) => () => ({
  ...failedResult(provider_status < 429 ? "provider_refused" : "provider_unavailable"),
  provider_status,
  ...(provider_status >= 429 && { unprocessed: true as const }),
  attempts: provider_status >= 500 ? 2 : 1,
});

describeWithServer("postgres", "Packages of SDKs", () => {
  describe.each(OPENAI)("%s", (_name, Client) => {
    const clientOf = (more: object = {}) =>
      new Client({
        ...{ apiKey, baseURL: `${server.url}/v1`, defaultHeaders: headers.chat },
        ...more,
      });
    const create = (client: OpenAI, more: object = {}) =>
      client.chat.completions.create({ model: "m", messages, ...more, stream: false });

    test("the SDK reads a response, its compliance metadata and its request id", async () => {
      const answer = await create(clientOf());
      expect(answer.choices[0]?.message.content).toBe(LETTER);
      expect(answer.usage?.total_tokens).toBe(2);
      const { metadata, _request_id } = answer as unknown as {
        metadata: { svc_compliance: { request_id: string } };
        _request_id: string;
      };
      expect(metadata.svc_compliance.request_id).toBe(_request_id);
    });

    test("an earlier answer can be sent back unchanged", async () => {
      const client = clientOf();
      const { choices } = await create(client);
      const history = [...messages, ...choices.map(({ message }) => message), ...messages];
      expect((await create(client, { messages: history })).choices[0]?.message.content).toBe(
        LETTER,
      );
    });

    test.each([
      ["AuthenticationError", 401, { apiKey: "gw_live_no" }, {}, "invalid_api_key"],
      ["BadRequestError", 400, {}, { tools: TOOLS }, "tools_not_supported"],
    ])(
      "the SDK throws %s with the gateway's code and message",
      async (name, status, options, more, code) => {
        const error = await create(clientOf(options), more).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(Client[name as "AuthenticationError"]);
        expect(error).toMatchObject({
          ...{ status, code },
          requestID: expect.stringMatching(/^req_/),
          message: expect.stringMatching(/^\d{3} (The|Field)/),
        });
      },
    );

    test.each(OF_THE_PROVIDER)(
      "the SDK throws %s for the provider's status %p after %p attempts",
      async (name, status, count) => {
        server.gateway.worker.answerWith(failing(status));
        const { fetch, statuses } = recordAttempts();
        const error = await create(clientOf({ fetch })).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(Client[name]);
        expect(statuses).toEqual(Array.from({ length: count }, () => status));
      },
    );

    test("the SDK does not retry a call that is over the quota", async () => {
      const { fetch, statuses } = recordAttempts();
      const calling = create(clientOf({ apiKey: await spentKey(), fetch }));
      await expect(calling).rejects.toMatchObject({ status: 429, code: "quota_exceeded" });
      expect(statuses).toEqual([429]);
    });

    test("the SDK throws its own time-out, and the call is recorded as closed by the client", async () => {
      server.gateway.worker.hold();
      const before = await server.closedCalls();
      const client = clientOf({ timeout: 500, maxRetries: 0 });
      // Outside of jest, the SDK throws its subclass for time-outs. In jest it does not recognize
      // the abort, because the suite has its own realm.
      await expect(create(client)).rejects.toBeInstanceOf(Client.APIConnectionError);
      await until("the end is recorded", async () => (await server.closedCalls()) === before + 1);
    });

    test("a streamed call is refused before anything is sent", async () => {
      const stream = clientOf().chat.completions.create({ model: "m", messages, stream: true });
      await expect(stream).rejects.toMatchObject({ status: 400, code: "streaming_not_supported" });
    });
  });

  describe.each(ANTHROPIC)("%s", (_name, Client) => {
    const clientOf = (more: object = {}) =>
      new Client({ apiKey, baseURL: server.url, defaultHeaders: headers.messages, ...more });
    const request = { model: "m", max_tokens: 10, messages };

    test("the SDK reads a response, its compliance metadata and its request id", async () => {
      const answer = await clientOf().messages.create(request);
      expect(answer).toMatchObject({
        content: [{ type: "text", text: LETTER }],
        stop_reason: "end_turn",
        metadata: { svc_compliance: { request_id: answer._request_id } },
      });
    });

    test.each([
      ["AuthenticationError", 401, { apiKey: "gw_live_no" }, {}, "invalid_api_key"],
      ["BadRequestError", 400, {}, { tools: TOOLS }, "tools_not_supported"],
    ])(
      "the SDK throws %s with the gateway's message",
      async (name, status, options, more, code) => {
        const calling = clientOf(options).messages.create({ ...request, ...more });
        const error: unknown = await calling.catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(Client[name as "AuthenticationError"]);
        expect(error).toMatchObject({
          ...{ status, requestID: expect.stringMatching(/^req_/) },
          error: { error: { code, details: { error_code: code } } },
          message: expect.stringContaining(code === "invalid_api_key" ? "not valid" : "tools"),
        });
      },
    );

    test.each(OF_THE_PROVIDER)(
      "the SDK throws %s for the provider's status %p after %p attempts",
      async (name, status, count) => {
        server.gateway.worker.answerWith(failing(status));
        const { fetch, statuses } = recordAttempts();
        const calling = clientOf({ fetch }).messages.create(request);
        await expect(calling).rejects.toBeInstanceOf(Client[name]);
        expect(statuses).toEqual(Array.from({ length: count }, () => status));
      },
    );

    test("the SDK does not retry a call that is over the quota", async () => {
      const { fetch, statuses } = recordAttempts();
      const calling = clientOf({ apiKey: await spentKey(), fetch }).messages.create(request);
      await expect(calling).rejects.toBeInstanceOf(Client.RateLimitError);
      expect(statuses).toEqual([429]);
    });

    test("the SDK reads the text of a stream and its final message with metadata", async () => {
      const stream = clientOf().messages.stream(request);
      const texts: string[] = [];
      stream.on("text", (text) => texts.push(text));
      const final = await stream.finalMessage();
      expect(texts.length).toBeGreaterThan(1);
      expect(texts.join("")).toBe(LETTER);
      expect(final).toMatchObject({
        content: [{ type: "text", text: LETTER }],
        usage: { input_tokens: 1, output_tokens: 1 },
        metadata: { svc_compliance: { redaction_count: 2 } },
      });
    });

    test("the SDK reads a stream event by event", async () => {
      const stream = await clientOf().messages.create({ ...request, stream: true });
      const types: string[] = [];
      for await (const { type } of stream) types.push(type);
      expect([types[0], types.at(-1)]).toEqual(["message_start", "message_stop"]);
    });

    test("the SDK throws an error that arrives in the middle of a stream", async () => {
      server.gateway.worker.streamWith(async (res, events) => {
        const end = { type: "end", result: failedResult("provider_unavailable") };
        res.end(writtenEvents([...events.slice(0, 3), end]));
      });
      const reading = clientOf().messages.stream(request).finalMessage();
      await expect(reading).rejects.toBeInstanceOf(Client.APIError);
    });
  });

  describe("The AI SDK", () => {
    const optionsOf = (given: string, kind: keyof typeof headers) => ({
      ...{ apiKey: given, baseURL: `${server.url}/v1`, headers: headers[kind] },
    });
    const openai = (given = apiKey) => createOpenAI(optionsOf(given, "chat")).chat("m");
    const anthropic = (given = apiKey) => createAnthropic(optionsOf(given, "messages"))("m");
    const prompt = { prompt: LETTER, system: "Be brief.", maxRetries: 0, maxOutputTokens: 10 };

    test("the AI SDK reads a response in either format", async () => {
      for (const model of [openai(), anthropic()])
        expect((await generateText({ model, ...prompt })).text).toBe(LETTER);
    });

    test("the AI SDK reads a stream", async () => {
      const { textStream } = streamText({ model: anthropic(), ...prompt });
      let text = "";
      for await (const part of textStream) text += part;
      expect(text).toBe(LETTER);
    });

    test.each<[number, string]>([
      [404, "The model provider does not know this model"],
      [503, "The model provider could not be reached or did not answer"],
    ])(
      "the AI SDK throws the provider's status %d with the gateway's message",
      async (statusCode, message) => {
        server.gateway.worker.answerWith(failing(statusCode));
        for (const model of [openai(), anthropic()])
          await expect(generateText({ model, ...prompt })).rejects.toMatchObject({
            ...{ statusCode, message },
          });
      },
    );

    test.each<[string, () => Promise<string>, number]>([
      ["a key that is not valid", async () => "gw_live_no", 401],
      ["a key over its quota", spentKey, 429],
    ])("the AI SDK throws the status of %s", async (_what, keyOf, statusCode) => {
      const refused = await keyOf();
      for (const model of [openai(refused), anthropic(refused)])
        await expect(generateText({ model, ...prompt })).rejects.toMatchObject({ statusCode });
    });

    test("the AI SDK throws its own time-out, and each call is recorded as closed by the client", async () => {
      server.gateway.worker.hold();
      const before = await server.closedCalls();
      for (const model of [openai(), anthropic()]) {
        const call = { model, ...prompt, abortSignal: AbortSignal.timeout(500) };
        await expect(generateText(call)).rejects.toMatchObject({ name: "TimeoutError" });
      }
      await until("the ends are recorded", async () => (await server.closedCalls()) === before + 2);
    });

    test("the AI SDK's default model gets a 404 that names the existing endpoint", async () => {
      const model = createOpenAI(optionsOf(apiKey, "chat"))("m");
      await expect(generateText({ model, ...prompt })).rejects.toMatchObject({
        statusCode: 404,
        responseBody: expect.stringContaining("/v1/chat/completions"),
      });
    });
  });
});
