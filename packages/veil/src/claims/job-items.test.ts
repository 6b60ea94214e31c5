import { expect, test } from "@jest/globals";
import type { Claim } from "@veil/contracts/claims";
import type { InferenceJob } from "@veil/contracts/inference";
import { requireAllowedItemClasses } from "../verifier/allowed-item-classes.ts";
import { jobItems, modelOutputValue } from "./job-items.ts";

const claim = {
  seed: "01".repeat(32),
  context_seed: "02".repeat(32),
  positions: [0, 2],
  fields: 3,
};

const common = {
  job_request_id: "jrq_1",
  token: "t".repeat(40),
  model: "m",
  credential: { kind: "managed" } as const,
  end_user_id: "u",
  deadline: "2026-01-01T00:00:00Z",
};

const template: InferenceJob = {
  ...common,
  max_tokens: 10,
  prompt_template: "Hello {a} {b}",
  context: [
    { name: "a", text: "[PERSON_1]" },
    { name: "b", text: "x" },
  ],
};

const messages: InferenceJob = {
  ...common,
  dialect: "anthropic",
  options: { stop: ["END"], tools: [{ name: "find" }] },
  messages: [
    { role: "system", content: [{ type: "text", text: "Keep placeholders" }] },
    { role: "user", content: [{ type: "text", text: "[PERSON_1]" }] },
    {
      role: "assistant",
      content: [{ type: "tool_use", id: "c1", name: "find", arguments: '{"q":"[PERSON_1]"}' }],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "c1", content: [{ type: "text", text: "found" }] },
      ],
    },
  ],
};
/** A job with thoughts, cache marks and the schema of the answer. */
const extended: InferenceJob = {
  ...messages,
  options: {
    ...{ thinking: { type: "adaptive" }, betas: ["interleaved-thinking-2025-05-14"] },
    ...{ output_schema: { schema: "{}" }, tools: [{ name: "find" }] },
  },
  messages: [
    {
      role: "user",
      content: [{ type: "text", text: "[PERSON_1]", cache_control: { type: "ephemeral" } }],
    },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "Hm", signature: "c2ln" },
        { type: "redacted_thinking", data: "aGlk" },
        { type: "text", text: "Yes" },
      ],
    },
  ],
};
const ofMessages = { ...claim, positions: [null, 0, 1], fields: 2 };

const itemsOf = (...given: Parameters<typeof jobItems>) =>
  jobItems(...given).map(({ item, class: kind }) => `${item} ${kind}`);

test("jobItems returns the items of a job with a template", () => {
  expect(itemsOf(template, claim, "edge-gateway")).toEqual([
    "token token",
    "template template",
    "parameters parameters",
    "provider_credential provider_credential",
    "context.0 sanitised_context",
    "context.2 sanitised_context",
  ]);
});

test("jobItems returns the items of a job with messages, in which a text without a position is a template item", () => {
  expect(itemsOf(messages, ofMessages, "edge-gateway")).toEqual([
    "token token",
    "template.0 template",
    "tools template",
    "parameters parameters",
    "provider_credential provider_credential",
    "tool.2.0 sanitised_context",
    "tool.3.0 sanitised_context",
    "context.0 sanitised_context",
    "context.1 sanitised_context",
  ]);
});

test("jobItems returns a separate item for a text that the gateway changed after sanitising", () => {
  const items = itemsOf(template, { ...claim, altered: [2] }, "edge-gateway");
  expect(items).toContain("altered.2 sanitised_context");
  expect(items).toContain("context.0 sanitised_context");
  expect(items).not.toContain("context.2 sanitised_context");
});

test.each([
  ["a template", template, claim],
  ["messages", messages, ofMessages],
  ["thoughts, cache marks and a schema", extended, { ...claim, positions: [0, 1], fields: 2 }],
])(
  "jobItems returns the same items for a job with %s after it was serialized as JSON",
  (_, job, own) => {
    const received = JSON.parse(JSON.stringify(job));
    const commitments = (given: InferenceJob) =>
      jobItems(given, own, "edge-gateway").map(({ commitment }) => commitment);
    expect(commitments(received)).toEqual(commitments(job));
  },
);

test.each<[string, Partial<InferenceJob>]>([
  ["the model", { model: "n" }],
  ["the token", { token: "u".repeat(40) }],
  [
    "a text",
    {
      context: [
        { name: "a", text: "[PERSON_2]" },
        { name: "b", text: "x" },
      ],
    },
  ],
  [
    "a name",
    {
      context: [
        { name: "c", text: "[PERSON_1]" },
        { name: "b", text: "x" },
      ],
    },
  ],
  ["the template", { prompt_template: "Hi {a} {b}" }],
  [
    "the credential",
    { credential: { kind: "box", record_id: "r", provider: "p", sealing_key_id: "k", box: "b" } },
  ],
  ["the deadline", { deadline: "2026-01-01T00:00:01Z" }],
  ["the temperature", { temperature: 0.5 }],
])("exactly one item of a job changes with %s", (_what, change) => {
  const items = jobItems(template, claim, "edge-gateway");
  const other = jobItems({ ...template, ...change } as InferenceJob, claim, "edge-gateway");
  expect(items.filter(({ commitment }, at) => commitment !== other[at]?.commitment)).toHaveLength(
    1,
  );
});

test.each<[string, (job: string) => string, string]>([
  [
    "the schema of the answer",
    (job) => job.replace('"schema":"{}"', '"schema":"[]"'),
    "output_schema",
  ],
  [
    "the schema's absence",
    (job) => job.replace(/"output_schema":{"schema":"{}"},/, ""),
    "output_schema",
  ],
  [
    "the time of a cache mark",
    (job) => job.replace('"ephemeral"', '"ephemeral","ttl":"1h"'),
    "parameters",
  ],
  [
    "a missing cache mark",
    (job) => job.replace(',"cache_control":{"type":"ephemeral"}', ""),
    "parameters",
  ],
  ["the text of a thought", (job) => job.replace('"Hm"', '"Well"'), "tool.1.0"],
  ["the signature of a thought", (job) => job.replace('"c2ln"', '"b3Ro"'), "parameters"],
  ["an encrypted thought", (job) => job.replace('"aGlk"', '"b3Ro"'), "parameters"],
  [
    "how the model thinks",
    (job) => job.replace('{"type":"adaptive"}', '{"type":"enabled","budget_tokens":1024}'),
    "parameters",
  ],
  ["a beta", (job) => job.replace(/"betas":[^\]]*\],/, ""), "parameters"],
])("with %s, exactly one item of a job with thoughts changes", (_what, changed, item) => {
  const own = { ...claim, positions: [0, 1], fields: 2 };
  const commitments = (job: string) =>
    new Map(
      jobItems(JSON.parse(job), own, "edge-gateway").map((one) => [one.item, one.commitment]),
    );
  const json = JSON.stringify(extended);
  const [before, after] = [commitments(json), commitments(changed(json))];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  expect(names.filter((name) => before.get(name) !== after.get(name))).toEqual([item]);
});

test("exactly one item of a job changes with the name of a speaker", () => {
  const named = (name: string): InferenceJob => ({
    ...messages,
    messages: messages.messages.map((message) => ({ ...message, name })),
  });
  const [none, one, two] = [messages, named("participant_1"), named("participant_2")].map((job) =>
    jobItems(job, ofMessages, "edge-gateway").map(({ commitment }) => commitment),
  );
  for (const other of [none, two])
    expect(one?.filter((commitment, at) => commitment !== other?.[at])).toHaveLength(1);
});

test.each<[string, InferenceJob, typeof ofMessages | typeof claim]>([
  ["a template", template, claim],
  ["messages with tools", messages, ofMessages],
  ["thoughts, cache marks and a schema", extended, { ...claim, positions: [0, 1], fields: 2 }],
])("verifiers accept each item of a job with %s", (_what, job, asked) => {
  const worker: Claim = {
    ...{ type: "veil/claim/v1", component: "inference-worker", leg_id: "jrq_1" },
    ...{ at: "2026-01-01T00:00:00Z", received: jobItems(job, asked, "edge-gateway"), emitted: [] },
  };
  const require = (holds: boolean, problem: string) =>
    expect([holds, problem]).toEqual([true, problem]);
  requireAllowedItemClasses(worker, require);
});

test("jobItems combines very many tool calls, template texts or altered texts into one item per kind, which depends on all of them", () => {
  const many = Array.from({ length: 300 }, (_, number) => number);
  const long: InferenceJob = {
    ...messages,
    messages: many.flatMap((number) => [
      { role: "user", content: [{ type: "text", text: `Question ${number}` }] },
      { role: "user", content: [{ type: "text", text: `Again ${number}` }] },
      {
        role: "assistant",
        content: [{ type: "tool_use", id: `c${number}`, name: "find", arguments: `[${number}]` }],
      },
    ]),
    options: {},
  };
  const places = {
    ...ofMessages,
    positions: many.flatMap((number) => [null, number]),
    ...{ altered: many, fields: many.length },
  };
  expect(itemsOf(long, places, "edge-gateway")).toEqual([
    "token token",
    "template.0 template",
    "altered.0 sanitised_context",
    "parameters parameters",
    "provider_credential provider_credential",
    "tool.2.0 sanitised_context",
  ]);
  const changed = structuredClone(long);
  const last = changed.messages.at(-1)?.content[0];
  if (last?.type === "tool_use") last.arguments = "[]";
  const toolsOf = (job: InferenceJob) =>
    jobItems(job, places, "edge-gateway").find(({ item }) => item === "tool.2.0")?.commitment;
  expect(toolsOf(changed)).not.toBe(toolsOf(long));
});

test("jobItems throws when the number of positions does not match the texts", () => {
  expect(() => jobItems(template, { ...claim, positions: [0] }, "edge-gateway")).toThrow(
    "Positions do not fit",
  );
});

test("modelOutputValue contains the texts and tool calls of an answer, choice by choice", () => {
  const blocks = [
    { type: "text" as const, text: "a" },
    { type: "tool_use" as const, name: "find", arguments: "{}" },
  ];
  expect(modelOutputValue([{ blocks, stop_reason: "end" }])).toBe('[["a",["find","{}"]]]');
});
