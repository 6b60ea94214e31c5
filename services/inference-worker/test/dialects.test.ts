import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { InferenceEvent, ProviderCredential } from "@veil/contracts/inference";
import { readEvents } from "@veil/llm-dialects";
import { type DirectBench, startDirectBench } from "./direct-bench.ts";
import { conversationOf, jobOf, type MessagesJob } from "./worker-bench.ts";

let bench: DirectBench;
beforeEach(async () => {
  bench = await startDirectBench({ LLM_PROVIDER: "openai" });
});
afterEach(() => bench.close());

async function streamed(job: MessagesJob): Promise<readonly InferenceEvent[]> {
  const body = { job, stream: true };
  const { chunks } = await bench.client.stream({ path: "/inferences", timeoutMs: 60_000, body });
  const events: InferenceEvent[] = [];
  for await (const { data } of readEvents(chunks)) events.push(JSON.parse(data));
  return events;
}

const FAILED = { outcome: "failed", latency_ms: 0, attempts: 0, unprocessed: true } as const;
const unsupported = { ...FAILED, reason: "dialect_unsupported" };

describe("A job whose wire format the key's endpoint does not support", () => {
  test.each<[string, MessagesJob["dialect"], () => ProviderCredential]>([
    ["operator's", "anthropic", () => ({ kind: "managed" })],
    ["stored", "openai", () => bench.box("sk-ant-customer")],
    ["call's", "openai", () => bench.callKey("sk-ant-x", jobOf().job_request_id)],
  ])(
    "When the endpoint of the %s key has a different wire format than the job, then nothing is sent",
    async (_whose, dialect, credentialOf) => {
      const credential = credentialOf();
      const job = conversationOf({ dialect, credential });
      expect(await bench.infer(job)).toEqual(unsupported);
      expect(await bench.models({ dialect, credential })).toEqual(unsupported);
      expect(bench.simulator.record()).toEqual([]);
    },
  );
});

test("When a job from the queue has a wire format that the key's endpoint does not support, then it fails as dialect_unsupported", async () => {
  expect(await bench.deliver(conversationOf({ dialect: "anthropic" }))).toEqual(unsupported);
  expect(bench.simulator.record()).toEqual([]);
});

test("A template has no wire format, so every provider accepts it", async () => {
  expect(await bench.infer(jobOf())).toMatchObject({ outcome: "completed", provider: "openai" });
});

const said = (name: string) => ({
  ...{ role: "user" as const, name, content: [{ type: "text" as const, text: "Hi" }] },
});

test("A speaker's number is sent to the provider", async () => {
  const messages = [said("participant_1"), said("participant_10000")];
  await bench.infer(conversationOf({ dialect: "openai", messages }));
  const body = JSON.parse(bench.simulator.record()[0]?.body ?? "");
  expect(body.messages).toEqual([
    { role: "user", name: "participant_1", content: "Hi" },
    { role: "user", name: "participant_10000", content: "Hi" },
  ]);
});

test.each([
  "anna_keller",
  "participant_0",
  "participant_1 anna",
  "Participant_1",
  "participant_",
  "",
])(
  "When a job has the speaker's name %j, then the worker refuses it, and the provider is not called",
  async (name) => {
    const job = conversationOf({ dialect: "openai", messages: [said(name)] });
    await expect(bench.infer(job)).rejects.toMatchObject({ status: 400 });
    expect(bench.simulator.record()).toEqual([]);
  },
);

describe("A job with a parameter that its wire format lacks", () => {
  test.each<[string, Partial<MessagesJob>]>([
    ["top_k", { dialect: "openai", options: { top_k: 3 } }],
    ["n", { dialect: "anthropic", options: { n: 1 } }],
    ["seed", { dialect: "anthropic", options: { seed: 1 } }],
    ["presence_penalty", { dialect: "anthropic", options: { presence_penalty: 0 } }],
    ["frequency_penalty", { dialect: "anthropic", options: { frequency_penalty: 0 } }],
    ["response_format", { dialect: "anthropic", options: { response_format: "json_object" } }],
    ["reasoning_effort", { dialect: "anthropic", options: { reasoning_effort: "low" } }],
    ["verbosity", { dialect: "anthropic", options: { verbosity: "low" } }],
    ["a temperature above its range", { dialect: "anthropic", temperature: 1.1 }],
    ["a name of a speaker", { dialect: "anthropic", messages: [said("participant_1")] }],
  ])(
    "When a job has %s but its wire format does not support it, then the job is unreadable",
    async (_what, more) => {
      const credential = bench.box(more.dialect === "openai" ? "sk-x" : "sk-ant-x", {
        provider: more.dialect ?? "",
      });
      const failed = { ...FAILED, reason: "job_unreadable" };
      expect(await bench.infer(conversationOf({ credential, ...more }))).toEqual(failed);
      expect(bench.simulator.record()).toEqual([]);
    },
  );
});

test("A job's parameters are sent to the provider, and all choices are returned", async () => {
  const options = { n: 2, top_p: 0.5, seed: 7, stop: ["END"] };
  const job = conversationOf({ dialect: "openai", options, temperature: 1.5, max_tokens: 9 });
  const result = await bench.infer(job);
  expect(result.outcome === "completed" && result.choices).toHaveLength(2);
  expect(JSON.parse(bench.simulator.record()[0]?.body ?? "")).toMatchObject({
    ...options,
    temperature: 1.5,
    max_tokens: 9,
  });
});

test("A streamed job with several choices is unreadable", async () => {
  const events = await streamed(conversationOf({ dialect: "openai", options: { n: 2 } }));
  expect(events).toEqual([{ type: "end", result: { ...FAILED, reason: "job_unreadable" } }]);
  expect(bench.simulator.record()).toEqual([]);
});

test("A streamed job with tools in OpenAI's format returns the model's call", async () => {
  const tools = [{ name: "send", input_schema: '{"type":"object"}' }];
  bench.simulator.setMode({ calls: [{ name: "send", arguments: '{"to":"[PERSON_1]"}' }] });
  const events = await streamed(conversationOf({ dialect: "openai", options: { tools } }));
  expect(events).toContainEqual({ type: "block_start", index: expect.any(Number), tool: "send" });
  const pieces = events.map((event) => (event.type === "arguments" ? event.json : ""));
  expect(pieces.join("")).toBe('{"to":"[PERSON_1]"}');
  expect(events.at(-1)).toMatchObject({ type: "end", result: { outcome: "completed" } });
});
