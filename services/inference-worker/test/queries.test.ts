import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { ProvidersResult } from "@veil/contracts/inference";
import { checked } from "@veil/contracts/parsing";
import { createTokenIssuer } from "@veil/service-kit/http";
import { until } from "@veil/testing";
import request from "supertest";
import { type DirectBench, startDirectBench, timeoutMs } from "./direct-bench.ts";
import { conversationOf, jobOf, SECRETS } from "./worker-bench.ts";

let bench: DirectBench;
beforeEach(async () => {
  bench = await startDirectBench();
});
afterEach(() => bench.close());

async function queryEnds(): Promise<string[]> {
  const { text } = await request(bench.worker.opsApp).get("/metrics").expect(200);
  const counts = text.matchAll(
    /^veil_inference_queries_total{.*query="(\w+)",end="(\w+)".*} (\d+)$/gm,
  );
  return [...counts].map(([, query, end, count]) => `${query} ${end} ${count}`);
}

describe("tokens", () => {
  test.each([
    ["messages", conversationOf(), 8],
    [
      "a template",
      jobOf({ prompt_template: "{a}", context: [{ name: "a", text: "12345678" }] }),
      2,
    ],
  ])(
    "POST /token-counts returns the provider's token count for %s",
    async (_what, job, input_tokens) => {
      expect(await bench.countTokens(job)).toEqual({ outcome: "completed", input_tokens });
      expect(bench.simulator.record()).toMatchObject([{ path: "/v1/messages/count_tokens" }]);
      expect(await queryEnds()).toEqual(["token_count completed 1"]);
    },
  );

  test("POST /token-counts fails when the wire format has no request for token counts", async () => {
    const credential = bench.box("sk-x", { provider: "openai" });
    const result = {
      outcome: "failed",
      reason: "dialect_unsupported",
      latency_ms: 0,
      attempts: 0,
      unprocessed: true,
    };
    expect(await bench.countTokens(conversationOf({ dialect: "openai", credential }))).toEqual(
      result,
    );
    expect(await bench.countTokens(jobOf({ credential }))).toEqual(result);
    expect(bench.simulator.record()).toEqual([]);
  });

  test("POST /token-counts refuses a streamed job", async () => {
    const body = { job: conversationOf(), stream: true };
    const refused = bench.client.call({ path: "/token-counts", timeoutMs, body, parse: () => "" });
    await expect(refused).rejects.toMatchObject({ failure: "refused", status: 400 });
  });
});

describe("models", () => {
  test("POST /models returns the models that the provider lists", async () => {
    bench.simulator.setMode({ models: ["m-1", "write to ann@example.org"] });
    expect(await bench.models()).toEqual({
      outcome: "completed",
      models: [{ id: "m-1", display_name: "m-1", created: expect.any(Number) }],
    });
    const credential = bench.box("sk-x", { provider: "openai" });
    expect(await bench.models({ dialect: "openai", credential })).toEqual({
      outcome: "completed",
      models: [{ id: "m-1", owned_by: "system", created: expect.any(Number) }],
    });
    const [anthropic, openai] = bench.simulator.record();
    expect(anthropic?.headers).toMatchObject({ "x-api-key": "operator-key" });
    expect(openai?.headers).toMatchObject({ authorization: "Bearer sk-x" });
    expect(await queryEnds()).toEqual(["models completed 2"]);
  });

  test("POST /models refuses a query with an unknown field", async () => {
    await expect(bench.models({ customer_id: "c" })).rejects.toMatchObject({ status: 400 });
  });
});

const ask = {
  token_count: (signal?: AbortSignal) => bench.countTokens(conversationOf(), signal),
  models: (signal?: AbortSignal) => bench.models({}, signal),
};

describe("providers", () => {
  const parse = checked(ProvidersResult);
  const askProviders = (body: object = {}) =>
    bench.client.call({ path: "/providers", timeoutMs, body, parse });

  test("POST /providers returns each configured endpoint, with its host and whether it uses TLS", async () => {
    const { host } = new URL(bench.simulator.url);
    expect((await askProviders()).providers).toEqual([
      { name: "anthropic", host, encrypted: false },
      { name: "openai", host, encrypted: false },
    ]);
    const official = await startDirectBench({ PROVIDER_TABLE: "{}" });
    const { providers } = await official.client.call({
      ...{ path: "/providers", timeoutMs, body: {}, parse },
    });
    await official.close();
    expect(providers).toContainEqual({ name: "openai", host: "api.openai.com", encrypted: true });
  });

  test("POST /providers refuses a body with a field", async () => {
    await expect(askProviders({ token: "t" })).rejects.toMatchObject({
      failure: "refused",
      status: 400,
    });
  });
});

describe.each(["token_count", "models"] as const)("%s", (kind) => {
  test("a refusal by the provider is reported with its status and without its text", async () => {
    bench.simulator.setMode({ statuses: [403] });
    expect(await ask[kind]()).toEqual({
      outcome: "failed",
      reason: "provider_refused",
      latency_ms: expect.any(Number),
      attempts: 1,
      provider: "anthropic",
      provider_status: 403,
    });
  });

  test("a temporary failure leads to another attempt, and a rate limit is reported at once", async () => {
    bench.simulator.setMode({ statuses: [503] });
    expect(await ask[kind]()).toMatchObject({ outcome: "completed" });
    bench.simulator.setMode({ statuses: [429], retry_after: 7 });
    expect(await ask[kind]()).toMatchObject({ provider_status: 429, retry_after_ms: 7_000 });
    expect(bench.simulator.record()).toHaveLength(3);
  });

  test("When the caller disconnects, then the connection to the provider is closed", async () => {
    bench.simulator.setMode({ fault: "hang" });
    const caller = new AbortController();
    const call = ask[kind](caller.signal);
    await until("the provider is called", () => bench.simulator.record().length === 1);
    caller.abort();
    await expect(call).rejects.toMatchObject({ failure: "interrupted" });
    await until("it has ended", async () => (await queryEnds()).includes(`${kind} caller_gone 1`));
    await until("the provider saw it", () => bench.simulator.record()[0]?.aborted === true);
  });

  test("a query from another service gets 403, and one without a credential gets 401", async () => {
    const token = await createTokenIssuer(bench.keysOf("bridge")).tokenFor("inference-worker");
    const path = kind === "models" ? "/models" : "/token-counts";
    await request(bench.url).post(path).send({}).expect(401);
    await request(bench.url).post(path).auth(token, { type: "bearer" }).send({}).expect(403);
  });

  test("the log contains the id of the query, but none of its content", async () => {
    await ask[kind]();
    const log = bench.lines.join("");
    expect(log).toContain(SECRETS.request);
    for (const secret of ["PERSON_1", SECRETS.token, "end-user-random", "operator-key"])
      expect(log).not.toContain(secret);
  });
});

test("queries and inferences share one concurrency limit", async () => {
  await bench.close();
  bench = await startDirectBench({ WORKER_CONCURRENCY: "1" });
  bench.simulator.setMode({ delay_ms: 200 });
  const first = bench.infer(conversationOf());
  await until("the provider is called", () => bench.simulator.record().length === 1);
  for (const kind of ["token_count", "models"] as const)
    await expect(ask[kind]()).rejects.toMatchObject({ status: 503 });
  await first;
  expect(await ask.models()).toMatchObject({ outcome: "completed" });
});
