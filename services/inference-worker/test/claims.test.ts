import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { OpenedClaim, WorkerClaimRequest } from "@veil/contracts/claims";
import { InferenceEvent, type InferenceJob, type InferenceResult } from "@veil/contracts/inference";
import { checked } from "@veil/contracts/parsing";
import { readEvents } from "@veil/llm-dialects";
import { createTokenIssuer } from "@veil/service-kit/http";
import { claimItem, claimMacKeys, createClaimMaker, tokenSeed } from "@veil/veil/claims";
import { jobItems, modelOutputValue } from "@veil/veil/job-items";
import request from "supertest";
import { type DirectBench, startDirectBench, timeoutMs } from "./direct-bench.ts";
import { conversationOf, jobOf, newJobId, SECRETS } from "./worker-bench.ts";

const parseEvent = checked(InferenceEvent);

let bench: DirectBench;
beforeEach(async () => {
  bench = await startDirectBench();
});
afterEach(() => bench.close());

const requested: WorkerClaimRequest = {
  ...{ seed: "01".repeat(32), context_seed: "02".repeat(32), positions: [0, 1], fields: 2 },
};
const template = jobOf({ claim: requested });
const conversation = conversationOf({ claim: { ...requested, positions: [null, 0], fields: 1 } });

async function streamed(job: InferenceJob): Promise<InferenceEvent[]> {
  const body = { job, stream: true };
  const { chunks } = await bench.client.stream({ path: "/inferences", timeoutMs, body });
  const events: InferenceEvent[] = [];
  for await (const { data } of readEvents(chunks)) events.push(parseEvent(JSON.parse(data)));
  return events;
}

const deliver = async (job: InferenceJob) => {
  const result = await bench.deliver(job);
  if (result === "retry") throw new Error("There is no result yet");
  return result;
};
const infer = (job: InferenceJob) => bench.infer(job);
const endOfStream = async (job: InferenceJob) => {
  const end = (await streamed(job)).at(-1);
  if (end?.type !== "end") throw new Error("The stream was cut off");
  return end.result;
};

function claimIn({ claim }: { readonly claim?: OpenedClaim | undefined }): OpenedClaim {
  if (claim === undefined) throw new Error("There is no claim");
  return claim;
}

async function signed({ claim, mac }: OpenedClaim) {
  const issuer = createTokenIssuer(bench.keysOf("edge-gateway"));
  const { body } = await request(bench.worker.app)
    .post("/claims/sign")
    .auth(await issuer.tokenFor("inference-worker"), { type: "bearer" })
    .send({ claims: [{ claim, mac }] })
    .expect(200);
  return body;
}

/** Computes an item of a claim with the worker's seed. */
function ownItem(
  { seed }: OpenedClaim,
  item: "prompt" | "model_output",
  peer: "provider" | "edge-gateway",
  value: string,
) {
  const kind = item === "prompt" ? "sanitised_context" : item;
  return claimItem({ item, class: kind, value }, { seed: Buffer.from(seed, "hex"), peer });
}

function receivedOf(job: InferenceJob) {
  return jobItems(job, job.claim ?? requested, "edge-gateway");
}

const blocksOf = (result: InferenceResult) =>
  result.outcome === "completed" ? result.choices : [];

/** Returns the prompt that the simulator receives. A template becomes one user message. */
function promptOf(job: InferenceJob): string {
  const text = `Answer [PERSON_1] {what}: ${SECRETS.text}`;
  const isTemplate = "prompt_template" in job;
  return JSON.stringify({
    model: "default-model",
    messages: isTemplate ? [{ role: "user", content: [{ type: "text", text }] }] : job.messages,
    ...(isTemplate && { maxTokens: job.max_tokens }),
    options: {},
    endUserId: "end-user-random",
  });
}

describe("The claim of a job", () => {
  const ways = { "through the transport": deliver, directly: infer };
  const cases = Object.entries(ways).flatMap(([way, ask]) => [
    { way, ask, what: "a template", job: template },
    { way, ask, what: "messages", job: conversation },
  ]);

  test.each(cases)(
    "When a job with $what that is sent $way requests a claim, then the claim covers the job, the prompt and the response",
    async ({ ask, job }) => {
      const result = await ask(job);
      const opened = claimIn(result);
      const answer = modelOutputValue(blocksOf(result));
      expect(answer).toContain("[PERSON_1]");
      expect(opened.claim).toEqual({
        ...{ type: "veil/claim/v1", component: "inference-worker", leg_id: job.job_request_id },
        at: expect.stringMatching(/^[-0-9]{10}T[0-9:]{8}Z$/),
        received: [...receivedOf(job), ownItem(opened, "model_output", "provider", answer)],
        emitted: [
          ownItem(opened, "prompt", "provider", promptOf(job)),
          ownItem(opened, "model_output", "edge-gateway", answer),
        ],
      });
      expect(await signed(opened)).toMatchObject({ batch: { size: 1 }, positions: [{}] });
    },
  );

  test("When the provider refuses, then the claim covers the prompt and no response", async () => {
    bench.simulator.setMode({ statuses: [401] });
    const opened = claimIn(await infer(template));
    expect(opened.claim.received).toEqual(receivedOf(template));
    const prompt = ownItem(opened, "prompt", "provider", promptOf(template));
    expect(opened.claim.emitted).toEqual([prompt]);
    expect(await signed(opened)).toMatchObject({ batch: { size: 1 } });
  });

  test.each([
    ["through the transport", deliver],
    ["directly", infer],
    ["as a stream", endOfStream],
  ])(
    "When nothing was sent (%s), then the claim covers neither a prompt nor a response",
    async (_way, ask) => {
      const job = { ...template, credential: bench.box("acme-key") };
      const result = await ask(job);
      expect(result).toMatchObject({ reason: "credential_unusable" });
      expect(claimIn(result).claim).toMatchObject({ received: receivedOf(job), emitted: [] });
    },
  );

  test("When every attempt fails, then the claim covers the prompt once", async () => {
    bench.simulator.setMode({ statuses: [503, 503] });
    const opened = claimIn(await infer(template));
    expect(opened.claim.emitted.map(({ item }) => item)).toEqual(["prompt"]);
  });

  test("When the same job is sent twice, then the claims have different openings", async () => {
    const [one, other] = [claimIn(await infer(template)), claimIn(await infer(template))];
    expect(one.seed).not.toBe(other.seed);
    expect(one.claim.emitted).not.toEqual(other.claim.emitted);
  });

  test("When a job is delivered again, then its result has the identical claim", async () => {
    const jobId = newJobId();
    const first = await bench.deliver(template, 1, jobId);
    expect(JSON.stringify(await bench.deliver(template, 2, jobId))).toBe(JSON.stringify(first));
  });
});

describe("The claims of a stream", () => {
  const valueIn = (events: readonly InferenceEvent[]) => {
    const blocks: { type: "text"; text: string }[] = [];
    for (const event of events) {
      if (event.type === "block_start") blocks.push({ type: "text", text: "" });
      const last = blocks.at(-1);
      if (event.type === "text" && last !== undefined) last.text += event.text;
    }
    return modelOutputValue([{ blocks }]);
  };

  test("A stream begins with a claim of what was received and ends with the complete claim", async () => {
    const events = await streamed(conversation);
    const [first] = events;
    const last = events.at(-1);
    if (first?.type !== "claim" || last?.type !== "end") throw new Error("No claim, or no end");
    const received = receivedOf(conversation);
    expect(first.claim.claim).toMatchObject({ received, emitted: [] });
    expect(await signed(first.claim)).toMatchObject({ batch: { size: 1 } });
    const whole = claimIn(last.result);
    const answer = valueIn(events);
    expect(JSON.parse(answer)).toEqual([[expect.stringContaining("[PERSON_1]")]]);
    expect(whole.seed).toBe(first.claim.seed);
    expect(whole.claim).toMatchObject({
      received: [...received, ownItem(whole, "model_output", "provider", answer)],
      emitted: [
        ownItem(whole, "prompt", "provider", promptOf(conversation)),
        ownItem(whole, "model_output", "edge-gateway", answer),
      ],
    });
    expect(await signed(whole)).toMatchObject({ batch: { size: 1 } });
  });

  test("When a stream breaks off, then the claim covers the response up to the last forwarded event", async () => {
    bench.simulator.setMode({ fault: "cut" });
    const events = await streamed(conversation);
    const last = events.at(-1);
    if (last?.type !== "end") throw new Error("The stream was cut off");
    const opened = claimIn(last.result);
    const given = ownItem(opened, "model_output", "edge-gateway", valueIn(events));
    expect(last.result.outcome).toBe("failed");
    expect(opened.claim.emitted.at(-1)).toEqual(given);
  });

  test("When a stream never begins, then the claim covers no response", async () => {
    bench.simulator.setMode({ statuses: [401] });
    const opened = claimIn(await endOfStream(conversation));
    expect(opened.claim.emitted.map(({ item }) => item)).toEqual(["prompt"]);
    expect(opened.claim.received).toEqual(receivedOf(conversation));
  });
});

describe("A claim request with invalid positions", () => {
  const job = { ...template, claim: { ...requested, positions: [0] } };
  test.each([
    ["through the transport", deliver],
    ["directly", infer],
    ["as a stream", endOfStream],
  ])(
    "When the positions do not match the job's texts (%s), then the job is unreadable and the provider is not called",
    async (_way, ask) => {
      expect(await ask(job)).toEqual({
        ...{
          outcome: "failed",
          reason: "job_unreadable",
          latency_ms: 0,
          attempts: 0,
          unprocessed: true,
        },
      });
      expect(bench.simulator.record()).toEqual([]);
    },
  );
});

test("When no claim is requested, then neither a whole nor a streamed response has a claim", async () => {
  const { claim: _requested, ...plain } = conversation;
  expect(await deliver(plain)).not.toHaveProperty("claim");
  expect(await infer(plain)).not.toHaveProperty("claim");
  const events = await streamed(plain);
  expect(events[0]).toMatchObject({ type: "start" });
  expect(JSON.stringify(events)).not.toContain("claim");
});

test("The request to the provider contains no seed, position or other part of the claim", async () => {
  await infer(template);
  const sent = JSON.stringify(bench.simulator.record());
  for (const secret of [requested.seed, requested.context_seed, "claim", "positions"])
    expect(sent).not.toContain(secret);
});

test("A claim contains no text, token or key, and the log contains no seed", async () => {
  const opened = claimIn(await infer(template));
  const claim = JSON.stringify(opened.claim);
  for (const secret of [SECRETS.text, SECRETS.token, "operator-key", "PERSON_1"])
    expect(claim).not.toContain(secret);
  const log = bench.lines.join("");
  for (const secret of [requested.seed, requested.context_seed, opened.seed])
    expect(log).not.toContain(secret);
});

/** Makes a claim as the bridge does. */
function claimOfBridge(): OpenedClaim["claim"] {
  const [macKey] = claimMacKeys(bench.keysOf("bridge"));
  const bridge = createClaimMaker({ component: "bridge", macKey, nowMs: Date.now });
  const peer = "edge-gateway";
  const own = { seed: Buffer.alloc(32, 3), peer } as const;
  const ofToken = { seed: tokenSeed(SECRETS.token), peer } as const;
  const id = { item: "customer_id", class: "identity", value: "cus_1" } as const;
  const token = { item: "token", class: "token", value: SECRETS.token } as const;
  const [received, emitted] = [[claimItem(id, own)], [claimItem(token, ofToken)]];
  return bridge.claim({ legId: `tok_${"0".repeat(32)}`, received, emitted }).claim;
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

test("The claims of the worker and the bridge share the commitment of the token, but no id", async () => {
  const { claim } = claimIn(await infer(template));
  const bridge = claimOfBridge();
  const [token] = bridge.emitted;
  const shared = new Set(stringsIn(bridge).filter((text) => stringsIn(claim).includes(text)));
  // The times may be equal by chance.
  shared.delete(bridge.at);
  const words = ["veil/claim/v1", "token", "edge-gateway"];
  expect([...shared].sort()).toEqual([...words, token?.commitment].sort());
});
