import { expect, test } from "@jest/globals";
import { startTunnel } from "@veil/testing";
import { startSimulator } from "@veil/upstream-simulator";
import type { ProviderRequest } from "../ports.ts";
import { createOpenaiProvider } from "./openai-provider.ts";
import { describeProvider } from "./provider.contract.ts";

const OPTIONS = {
  ...{ top_p: 0.9, n: 2, presence_penalty: -1, frequency_penalty: 1, seed: 7 },
  ...{ reasoning_effort: "low", verbosity: "high", stop: ["END"] },
};

const SCHEMA = { type: "object", properties: { name: { type: "string" } } };
const SCHEMA_TEXT = JSON.stringify(SCHEMA);

describeProvider("openai-provider", {
  open: createOpenaiProvider,
  path: "/v1/chat/completions",
  keyHeaders: { authorization: "Bearer sk-test" },
  bodyFields: ["model", "max_tokens", "temperature", "user", "messages"],
  withSystem: (content, messages) => ({ messages: [{ role: "system", content }, ...messages] }),
  userOf: (body) => body["user"],
  modelOf: () => ({ owned_by: "system" }),
  options: [
    [
      { ...OPTIONS, response_format: "json_object" },
      { ...OPTIONS, response_format: { type: "json_object" } },
    ],
    [
      { output_schema: { name: "person", description: "One", schema: SCHEMA_TEXT, strict: true } },
      {
        response_format: {
          type: "json_schema",
          json_schema: { name: "person", description: "One", schema: SCHEMA, strict: true },
        },
      },
    ],
    [
      { output_schema: { schema: SCHEMA_TEXT } },
      {
        response_format: { type: "json_schema", json_schema: { name: "answer", schema: SCHEMA } },
      },
    ],
  ],
});

const REQUEST: ProviderRequest = {
  apiKey: "sk-test",
  model: "m-1",
  messages: [{ role: "user", content: [{ type: "text", text: "Write to [PERSON_1]" }] }],
  maxTokens: 64,
  options: {},
  endUserId: "random-user",
  timeoutMs: 30_000,
};
const LIMITS = { timeoutMs: 30_000, maxResponseBytes: 100_000, connections: 1 };

test("A request to OpenAI's own host has store: false, and has the limit in the field that all its models accept", async () => {
  const simulator = await startSimulator();
  const tunnel = await startTunnel(simulator.port);
  const baseUrl = "http://api.openai.com";
  const provider = createOpenaiProvider({ baseUrl, proxyUrl: tunnel.url, ...LIMITS });
  await provider.complete(REQUEST);
  const body = JSON.parse(simulator.record()[0]?.body ?? "");
  expect(body).toMatchObject({ store: false, max_completion_tokens: 64 });
  expect(body).not.toHaveProperty("max_tokens");
  expect(tunnel.asked).toEqual(["api.openai.com:80"]);
  await provider.close();
  await tunnel.close();
  await simulator.close();
});

test.each([
  ["http://api.openai.com", {}, "max_completion_tokens"],
  ["http://api.mistral.ai", { limit_name: "max_completion_tokens" }, "max_tokens"],
  ["http://models.example", {}, "max_tokens"],
  ["http://models.example", { limit_name: "max_completion_tokens" }, "max_completion_tokens"],
] as const)(
  "A request to %s with the options %j has the limit in the field %s",
  async (baseUrl, options, name) => {
    const simulator = await startSimulator();
    const tunnel = await startTunnel(simulator.port);
    const provider = createOpenaiProvider({ baseUrl, proxyUrl: tunnel.url, ...LIMITS });
    await provider.complete({ ...REQUEST, options });
    const body = JSON.parse(simulator.record()[0]?.body ?? "");
    const limits = ["max_tokens", "max_completion_tokens", "limit_name"].filter(
      (one) => one in body,
    );
    expect([limits, body[name]]).toEqual([[name], 64]);
    await provider.close();
    await tunnel.close();
    await simulator.close();
  },
);

test("When several choices are requested, then the response has every choice with its text", async () => {
  const simulator = await startSimulator({ mode: { answer: "A" } });
  const provider = createOpenaiProvider({ baseUrl: simulator.url, ...LIMITS });
  const { choices } = await provider.complete({ ...REQUEST, options: { n: 3 } });
  expect(choices.map(({ blocks }) => blocks)).toEqual(
    ["A", "A (2)", "A (3)"].map((text) => [{ type: "text", text }]),
  );
  await provider.close();
  await simulator.close();
});
