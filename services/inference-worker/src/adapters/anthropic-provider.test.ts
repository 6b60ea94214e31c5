import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { type Simulator, startSimulator } from "@veil/upstream-simulator";
import type { Provider, ProviderEvent, ProviderRequest } from "../ports.ts";
import { createAnthropicProvider } from "./anthropic-provider.ts";
import { describeProvider } from "./provider.contract.ts";

describeProvider("anthropic-provider", {
  open: createAnthropicProvider,
  path: "/v1/messages",
  keyHeaders: { "x-api-key": "sk-test", "anthropic-version": "2023-06-01" },
  bodyFields: ["model", "max_tokens", "temperature", "metadata", "messages"],
  withSystem: (system, messages) => ({ system, messages }),
  userOf: (body) => (body["metadata"] as { user_id?: unknown }).user_id,
  modelOf: (id) => ({ display_name: id }),
  options: [
    [
      { top_p: 0.9, top_k: 40, stop: ["END", "STOP"] },
      { top_p: 0.9, top_k: 40, stop_sequences: ["END", "STOP"] },
    ],
    [
      { output_schema: { schema: '{"type":"object"}' }, effort: "low" },
      {
        output_config: {
          format: { type: "json_schema", schema: { type: "object" } },
          effort: "low",
        },
      },
    ],
    [{ effort: "max" }, { output_config: { effort: "max" } }],
    [{ cache_control: { type: "ephemeral" } }, { cache_control: { type: "ephemeral" } }],
    [{ thinking: { type: "adaptive" } }, { thinking: { type: "adaptive" } }],
  ],
});

describe("The Anthropic provider", () => {
  let simulator: Simulator;
  let provider: Provider;
  beforeAll(async () => {
    simulator = await startSimulator();
    const limits = { timeoutMs: 30_000, maxResponseBytes: 1_000_000, connections: 1 };
    provider = createAnthropicProvider({ baseUrl: simulator.url, ...limits });
  });
  beforeEach(() => {
    simulator.clear();
    simulator.setMode({});
  });
  afterAll(() => Promise.all([provider.close(), simulator.close()]));

  const request: ProviderRequest = {
    apiKey: "sk-test",
    model: "m-1",
    messages: [
      { role: "system", content: [{ type: "text", text: "Be brief." }] },
      { role: "user", content: [{ type: "text", text: "Write to [PERSON_1]" }] },
    ],
    maxTokens: 64,
    temperature: 0.5,
    options: { stop: ["HALT"] },
    endUserId: "random-user",
    timeoutMs: 30_000,
  };

  test("Thoughts are returned, whole and streamed, if the request enables them, and are sent back unchanged", async () => {
    simulator.setMode({ thinking: true });
    const thinking = { type: "adaptive" } as const;
    const asked = { ...request, options: { thinking } };
    const [choice] = (await provider.complete(asked)).choices;
    const thoughts = choice?.blocks.filter(({ type }) => /thinking$/.test(type)) ?? [];
    expect(thoughts.map(({ type }) => type)).toEqual(["thinking", "redacted_thinking"]);
    const [said] = thoughts;
    if (said?.type !== "thinking") throw new Error("No thought");
    expect([said.thinking, said.signature]).not.toContain("");
    const events: ProviderEvent[] = [];
    for await (const event of provider.stream(asked)) events.push(event);
    const joined = (kind: "thinking" | "signature") =>
      events.map((event) => (event.kind === kind ? Object(event)[kind] : "")).join("");
    expect(joined("thinking")).toBe(said.thinking);
    expect(joined("signature")).toBe(said.signature);
    expect(events.flatMap((event) => ("thought" in event ? [event.thought] : []))).toEqual([
      ...[{ type: "thinking" }, thoughts[1]],
    ]);
    simulator.clear();
    await provider.complete({
      ...asked,
      messages: [...request.messages, { role: "assistant", content: [said] }],
    });
    expect(JSON.parse(simulator.record()[0]?.body ?? "").messages.at(-1)).toEqual({
      ...{ role: "assistant", content: [said] },
    });
  });

  test("Cache marks are sent with the blocks that they follow", async () => {
    const cache_control = { type: "ephemeral" as const, ttl: "1h" as const };
    await provider.complete({
      ...request,
      messages: [
        { role: "system", content: [{ type: "text", text: "Be brief.", cache_control }] },
        {
          role: "assistant",
          content: [{ type: "tool_use", id: "a", name: "b", arguments: "{}", cache_control }],
        },
        {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: "a", content: [], cache_control }],
        },
      ],
      options: { tools: [{ name: "b", input_schema: "{}", cache_control }] },
    });
    expect(JSON.parse(simulator.record()[0]?.body ?? "")).toMatchObject({
      system: [{ type: "text", text: "Be brief.", cache_control }],
      messages: [
        { content: [{ type: "tool_use", id: "a", name: "b", input: {}, cache_control }] },
        { content: [{ type: "tool_result", tool_use_id: "a", cache_control }] },
      ],
      tools: [{ name: "b", input_schema: {}, cache_control }],
    });
  });

  async function eventsOf(): Promise<ProviderEvent[]> {
    const events: ProviderEvent[] = [];
    for await (const event of provider.stream(request)) events.push(event);
    return events;
  }

  test("The result contains the stop sequence that ended a whole or streamed response", async () => {
    simulator.setMode({ answer: "one HALT two" });
    const choice = { stop_reason: "stop_sequence", stop_sequence: "HALT" };
    expect(await provider.complete(request)).toMatchObject({ choices: [choice] });
    const end = { kind: "stop", stopReason: "stop_sequence", stopSequence: "HALT" };
    expect((await eventsOf()).at(-1)).toMatchObject(end);
    simulator.setMode({ answer: "one" });
    expect((await provider.complete(request)).choices[0]).not.toHaveProperty("stop_sequence");
    expect((await eventsOf()).at(-1)).not.toHaveProperty("stopSequence");
  });

  test.each([
    [400, "refused"],
    [401, "refused"],
    [403, "refused"],
    [404, "refused"],
    [413, "refused"],
    [429, "unavailable"],
    [500, "unavailable"],
    [529, "unavailable"],
  ])(
    "A stream with an error event fails with the status of the error type: %p, %s",
    async (status, failure) => {
      simulator.setMode({ fault: "error_event", error_status: status });
      await expect(eventsOf()).rejects.toMatchObject({ failure, status });
    },
  );

  test("The betas of a request are in its header, also when tokens are counted", async () => {
    const betas: ProviderRequest["options"]["betas"] = ["interleaved-thinking-2025-05-14"];
    const thinking = { ...request, options: { thinking: { type: "adaptive" as const }, betas } };
    await provider.complete(thinking);
    await provider.countTokens?.(thinking);
    await provider.complete(request);
    const sent = simulator.record().map(({ headers }) => headers["anthropic-beta"]);
    expect(sent).toEqual([betas[0], betas[0], undefined]);
  });

  test("A token count request contains only the prompt", async () => {
    expect(await provider.countTokens?.(request)).toBe(8);
    const [sent] = simulator.record();
    expect(sent).toMatchObject({ method: "POST", path: "/v1/messages/count_tokens" });
    expect(sent?.headers).toMatchObject({
      "x-api-key": "sk-test",
      "anthropic-version": "2023-06-01",
    });
    expect(JSON.parse(sent?.body ?? "")).toEqual({
      model: "m-1",
      system: "Be brief.",
      messages: [{ role: "user", content: "Write to [PERSON_1]" }],
    });
  });

  test.each([
    [2_500, 3],
    [12_000, 10],
  ])("A list of %p models is read in %p pages", async (count, pages) => {
    const models = Array.from({ length: count }, (_, at) => `m-${at}`);
    simulator.setMode({ models });
    const access = { apiKey: "sk-test", timeoutMs: 30_000 };
    const listed = await provider.models(access);
    expect(listed.map(({ id }) => id)).toEqual(models.slice(0, 10_000));
    const paths = simulator.record().map(({ path }) => path);
    expect(paths).toHaveLength(pages);
    expect(paths.slice(0, 2)).toEqual([
      "/v1/models?limit=1000",
      "/v1/models?limit=1000&after_id=m-999",
    ]);
  });
});
