import AnthropicLatest from "@anthropic-ai/sdk";
import AnthropicBefore from "@anthropic-ai/sdk-0";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { CallPolicy } from "@veil/contracts/public/call-policy";
import { readEvents } from "@veil/llm-dialects";
import { describeWithServer } from "@veil/testing";
import { failedResult } from "../support/completed-result.ts";
import { writtenEvents } from "../support/fake-services.ts";
import { responsesBody } from "../support/responses.ts";
import { LETTER, sdkBody, UPSTREAM_KEYS } from "../support/sdk-client.ts";
import { startSdkServer } from "../support/sdk-server.ts";
import { keyWithTools } from "../support/tools.ts";

let server: Awaited<ReturnType<typeof startSdkServer>>;
let apiKey: string;
let goOn: () => void;
beforeAll(async () => {
  server = await startSdkServer({
    ...{ STREAM_PING_MS: "10", CHAT_STREAMING_ENABLED: "true", RESPONSES_ENABLED: "true" },
  });
});
beforeEach(async () => {
  const { gateway } = server;
  ({ apiKey } = await gateway.provision({ family: "gw_live", managedAi: false }));
  gateway.worker.answerWith(undefined);
  const pinged = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  // The provider is silent until the client has received a ping.
  gateway.worker.streamWith(async (res, events) => {
    res.flushHeaders();
    await pinged;
    res.end(writtenEvents(events));
  });
});
afterAll(() => server.close());

/** A fetch for SDKs. The test reads a copy of the response and reacts to its pings. */
const watching: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  const [own, copy] = answer.body?.tee() ?? [];
  if (copy !== undefined) void watch(copy);
  return new Response(own ?? null, answer);
};

async function watch(copy: ReadableStream<Uint8Array>): Promise<void> {
  for await (const { event } of readEvents(copy)) if (event === "ping") goOn();
}

const request = {
  model: "m",
  max_tokens: 10,
  messages: [{ role: "user" as const, content: LETTER }],
};

/** A path and a body of OpenAI's formats, and what the stream's end contains. */
const OPENAI_STREAMS = [
  ["/v1/chat/completions", sdkBody("chat", { stream: true }), "[DONE]"],
  ["/v1/responses", responsesBody({ stream: true }), '"response.completed"'],
] as const;

/** Reads a stream, during whose first part the provider is silent. */
async function streamOf(path: string, body: object) {
  const policy: CallPolicy = { extensions: ["chat_streaming", "responses"] };
  const order = { family: "gw_live", managedAi: false } as const;
  const key = await keyWithTools(server.gateway, { policy, order });
  const { status, body: stream } = await fetch(server.url + path, {
    method: "POST",
    headers: { "x-api-key": key, "x-upstream-key": UPSTREAM_KEYS.chat },
    body: JSON.stringify(body),
  });
  let text = "";
  for await (const part of stream?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    if (text.includes(COMMENT)) goOn();
  }
  expect([status, text.startsWith(COMMENT)]).toEqual([200, true]);
  return text;
}

const COMMENT = ": keep-alive\n\n";

const send = () =>
  fetch(`${server.url}/v1/messages`, {
    method: "POST",
    headers: { "x-api-key": apiKey, "x-upstream-key": UPSTREAM_KEYS.messages },
    body: JSON.stringify({ ...request, stream: true }),
  });

describeWithServer("postgres", "When the provider is silent before its first event", () => {
  test.each([
    ["@anthropic-ai/sdk 1", AnthropicLatest],
    ["@anthropic-ai/sdk 0", AnthropicBefore as unknown as typeof AnthropicLatest],
  ])(
    "a stream of /v1/messages begins with pings while the provider is silent, and %s ignores them",
    async (_name, Client) => {
      const client = new Client({
        ...{ apiKey, baseURL: server.url, fetch: watching },
        defaultHeaders: { "X-Upstream-Key": UPSTREAM_KEYS.messages },
      });
      const final = await client.messages.stream(request).finalMessage();
      expect(final.content).toMatchObject([{ text: "[PERSON_1] writes from [EMAIL_1]" }]);
    },
  );

  test("a failure after the first ping is an event, and a failure before it is a status", async () => {
    server.gateway.worker.answerWith(() => failedResult("provider_unavailable"));
    const { status, body } = await send();
    expect(status).toBe(200);
    if (body === null) throw new Error("No body");
    const types: string[] = [];
    for await (const { event = "" } of readEvents(body)) {
      types.push(event);
      if (event === "ping") goOn();
    }
    expect([types[0], types.at(-1)]).toEqual(["ping", "error"]);
  });

  test.each(OPENAI_STREAMS)(
    "a stream of %s begins with comments and then has the answer",
    async (path, body, end) => {
      expect(await streamOf(path, body)).toContain(end);
    },
  );

  test.each(OPENAI_STREAMS)(
    "a failure after the first comment of a stream of %s is an event",
    async (path, body, end) => {
      server.gateway.worker.answerWith(() => failedResult("provider_unavailable"));
      const text = await streamOf(path, body);
      expect(text).toContain('"inference_service_unavailable"');
      expect(text).not.toContain(end);
    },
  );
});
