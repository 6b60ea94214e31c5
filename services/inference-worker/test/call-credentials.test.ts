import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { ProviderCredential } from "@veil/contracts/inference";
import { type DirectBench, startDirectBench } from "./direct-bench.ts";
import type { CallCredential } from "./fake-gateway.ts";
import { conversationOf, jobOf, newJobId, SECRETS } from "./worker-bench.ts";

let bench: DirectBench;
beforeEach(async () => {
  bench = await startDirectBench();
});
afterEach(() => bench.close());

const KEY = "sk-ant-given-with-the-call";
const leg = SECRETS.request;
const given = (key = KEY, provider = "anthropic") => bench.callKey(key, leg, provider);

test("A key that comes with the call goes to the host of its entry", async () => {
  const credential = given();
  expect(await bench.infer(conversationOf({ credential }))).toMatchObject({
    outcome: "completed",
    provider: "anthropic",
  });
  expect(await bench.countTokens(conversationOf({ credential }))).toMatchObject({
    outcome: "completed",
  });
  expect(await bench.models({ credential })).toMatchObject({ outcome: "completed" });
  const keys = bench.simulator.record().map(({ headers }) => headers["x-api-key"]);
  expect(keys).toEqual([KEY, KEY, KEY]);
});

test("A key that comes with the call is in no log and in no answer, also when the call fails", async () => {
  const job = conversationOf({ credential: given() });
  const answers = [await bench.infer(job)];
  bench.simulator.setMode({ statuses: [401, 503, 503], retry_after: 1 });
  answers.push(await bench.infer(job), await bench.infer(job));
  bench.simulator.setMode({ fault: "garbage" });
  answers.push(await bench.infer(job));
  await bench.deliver(job);
  expect(bench.lines.length).toBeGreaterThan(4);
  expect(bench.lines.join("") + JSON.stringify(answers)).not.toContain("given-with-the-call");
});

const changed = (change: Partial<CallCredential["sealed"]>): CallCredential => {
  const credential = given();
  return { ...credential, sealed: { ...credential.sealed, ...change } };
};

describe("A credential cannot be used, and nothing is sent, when", () => {
  test.each<[string, () => ProviderCredential]>([
    ["it was given with another call", () => bench.callKey(KEY, "jrq_other")],
    ["it names another provider", () => ({ ...given(), provider: "openai" })],
    ["the key is of another provider than it names", () => given(KEY, "openai")],
    ["no entry knows the key", () => given("pk-x")],
    ["the key would break a header", () => given("sk-ant-x\r\nx-evil: 1")],
    ["the key is empty", () => given("")],
    ["its box is broken", () => changed({ box: "AAAA" })],
    ["it was sealed to an unknown key", () => changed({ sealing_key_id: "k" })],
    ["its encapsulated key is none", () => changed({ enc: "?" })],
    ["its encapsulated key has a small order", () => changed({ enc: "A".repeat(43) })],
  ])("%s", async (_when, credentialOf) => {
    const credential = credentialOf();
    const unusable = {
      outcome: "failed",
      reason: "credential_unusable",
      latency_ms: 0,
      attempts: 0,
      unprocessed: true,
    };
    expect(await bench.infer(conversationOf({ credential }))).toEqual(unusable);
    expect(await bench.countTokens(conversationOf({ credential }))).toEqual(unusable);
    expect(await bench.models({ credential })).toEqual(unusable);
    expect(bench.simulator.record()).toEqual([]);
  });
});

test.each([
  ["a template", () => jobOf({ credential: given() })],
  ["messages", () => conversationOf({ credential: given() })],
])(
  "When a job of %s comes through the queue with a key of the call, then it is unreadable: a queue stores messages",
  async (_what, make) => {
    expect(await bench.deliver(make(), 1, newJobId())).toEqual({
      outcome: "failed",
      reason: "job_unreadable",
      latency_ms: 0,
      attempts: 0,
      unprocessed: true,
    });
    expect(bench.simulator.record()).toEqual([]);
  },
);
