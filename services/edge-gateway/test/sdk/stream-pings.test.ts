import AnthropicLatest from "@anthropic-ai/sdk";
import AnthropicBefore from "@anthropic-ai/sdk-0";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { readEvents } from "@veil/llm-dialects";
import { describeWithServer } from "@veil/testing";
import { failedResult } from "../support/completed-result.ts";
import { writtenEvents } from "../support/fake-services.ts";
import { LETTER, UPSTREAM_KEYS } from "../support/sdk-client.ts";
import { startSdkServer } from "../support/sdk-server.ts";

let server: Awaited<ReturnType<typeof startSdkServer>>;
let apiKey: string;
let goOn: () => void;
beforeAll(async () => {
  server = await startSdkServer({ STREAM_PING_MS: "10" });
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
});
