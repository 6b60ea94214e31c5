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

test("A key that was sent with a call goes only to the host of its provider table entry", async () => {
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

test("A key that was sent with a call appears in no log and no response, even when the call fails", async () => {
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

describe("Unusable credentials of a call", () => {
  test.each<[string, () => ProviderCredential]>([
    ["the credential belongs to another call", () => bench.callKey(KEY, "jrq_other")],
    ["the credential names another provider", () => ({ ...given(), provider: "openai" })],
    [
      "the key does not belong to the provider that the credential names",
      () => given(KEY, "openai"),
    ],
    ["no entry matches the key", () => given("pk-x")],
    ["the key contains a line break", () => given("sk-ant-x\r\nx-evil: 1")],
    ["the key is empty", () => given("")],
    ["the box is damaged", () => changed({ box: "AAAA" })],
    ["the box is sealed to an unknown key", () => changed({ sealing_key_id: "k" })],
    ["the encapsulated key is malformed", () => changed({ enc: "?" })],
    ["the encapsulated key has a small order", () => changed({ enc: "A".repeat(43) })],
  ])(
    "When %s, then the call fails as credential_unusable and nothing is sent",
    async (_when, credentialOf) => {
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
    },
  );
});

test.each([
  ["a template", () => jobOf({ credential: given() })],
  ["messages", () => conversationOf({ credential: given() })],
])(
  "When a job with %s and a key that was sent with the call arrives through the queue, then the job is unreadable",
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
