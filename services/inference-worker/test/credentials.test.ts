import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { ProviderCredential } from "@veil/contracts/inference";
import { type Simulator, startSimulator } from "@veil/upstream-simulator";
import type { BoxCredential } from "./fake-gateway.ts";
import { jobOf, startWorkerBench, type WorkerBench } from "./worker-bench.ts";

let anthropic: Simulator;
let other: Simulator;
let bench: WorkerBench;

beforeEach(async () => {
  anthropic = await startSimulator();
  other = await startSimulator();
  bench = await startWorkerBench({
    PROVIDER_TABLE: JSON.stringify({
      "sk-ant-": { provider: "anthropic", dialect: "anthropic", base_url: anthropic.url },
      "sk-": { provider: "openai", dialect: "openai", base_url: other.url, default_model: "d-1" },
    }),
  });
});
afterEach(() => Promise.all([bench.close(), anthropic.close(), other.close()]));

const nothingSent = () =>
  [bench.simulator, anthropic, other].every((simulator) => simulator.record().length === 0);

test("a customer's key is sent only to the host of its provider table entry", async () => {
  const credential = bench.box("sk-ant-customer");
  expect(await bench.deliver(jobOf({ credential }))).toMatchObject({
    outcome: "completed",
    provider: "anthropic",
  });
  expect(anthropic.record()[0]?.headers["x-api-key"]).toBe("sk-ant-customer");
  expect([...bench.simulator.record(), ...other.record()]).toEqual([]);
});

test("the entry with the longest prefix is used, with its dialect and model", async () => {
  const credential = bench.box("sk-customer", { provider: "openai" });
  expect(await bench.deliver(jobOf({ credential }))).toMatchObject({ provider: "openai" });
  expect(other.record()[0]).toMatchObject({
    path: "/v1/chat/completions",
    headers: { authorization: "Bearer sk-customer" },
  });
  expect(JSON.parse(other.record()[0]?.body ?? "")).toMatchObject({ model: "d-1" });
  expect([...bench.simulator.record(), ...anthropic.record()]).toEqual([]);
});

test("the operator's key is sent only to the operator's host", async () => {
  await bench.deliver(jobOf());
  expect(bench.simulator.record()[0]?.headers["x-api-key"]).toBe("operator-key");
  expect([...anthropic.record(), ...other.record()]).toEqual([]);
});

const changed = (key: string, change: Partial<BoxCredential>) => ({ ...bench.box(key), ...change });

test.each<[string, () => ProviderCredential]>([
  ["the box of another record", () => changed("sk-ant-x", { record_id: "rec_2" })],
  ["a box of another provider", () => changed("sk-ant-x", { provider: "openai" })],
  ["a box that is sealed to an unknown key", () => changed("sk-ant-x", { sealing_key_id: "k" })],
  ["a damaged box", () => changed("sk-ant-x", { box: "AAAA" })],
  [
    "a provider that the key does not belong to",
    () => bench.box("sk-x", { provider: "anthropic" }),
  ],
  ["a key that matches no entry", () => bench.box("pk-x")],
  ["a key with a line break", () => bench.box("sk-ant-x\r\nx-evil: 1")],
  ["an empty key", () => bench.box("")],
])("a job with %s fails as credential_unusable and nothing is sent", async (_what, credential) => {
  expect(await bench.deliver(jobOf({ credential: credential() }))).toEqual({
    outcome: "failed",
    reason: "credential_unusable",
    latency_ms: 0,
    attempts: 0,
    unprocessed: true,
  });
  expect(nothingSent()).toBe(true);
});

test("a managed job fails without an operator's key, and nothing is sent", async () => {
  const without = await startWorkerBench({ LLM_API_KEY: "" });
  expect(await without.deliver(jobOf())).toMatchObject({ reason: "credential_unusable" });
  expect(without.simulator.record()).toEqual([]);
  await without.close();
});
