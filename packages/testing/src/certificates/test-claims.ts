import type { CertificateOpenings, CertificateOrder } from "@veil/contracts/certificate";
import type {
  Claim,
  ClaimComponent,
  ClaimItem,
  ItemPeer,
  SignedClaim,
} from "@veil/contracts/claims";
import type { InferenceJob } from "@veil/contracts/inference";
import { sha256 } from "@veil/crypto";
import {
  claimItem,
  claimItems,
  claimMacKeys,
  contextValues,
  createClaimMaker,
  createClaimSigner,
  type ItemValue,
  tokenSeed,
} from "@veil/veil/claims";
import { jobItems, modelOutputValue } from "@veil/veil/job-items";
import { TEST_TIMES, type TestDeployment } from "./test-deployment.ts";

export type TestClaims = Record<"gateway" | "bridge" | "sanitiser" | "worker", Claim>;

/** Returns the seed with this name for the openings of the test call. */
export function testSeed(name: string): Buffer {
  return sha256(`seed of ${name}`);
}

export const TEST_CALL = {
  requestId: "req_1",
  customerId: "cus_1",
  token: "tok_".padEnd(40, "x"),
  texts: ["My name is Anna Weber", "IBAN DE89370400440532013000"],
  sanitised: ["My name is [PERSON_1]", "IBAN [IBAN_1]"],
  response: "Dear [PERSON_1]",
} as const;

const asked = {
  seed: testSeed("job").toString("hex"),
  context_seed: testSeed("sanitised_context").toString("hex"),
  positions: [null, 0, 1],
  fields: 2,
};

/** The job that the gateway sends to the worker in the test call. */
export const TEST_JOB = {
  ...{ job_request_id: "jrq_1", token: TEST_CALL.token, model: "m", end_user_id: "u" },
  ...{ credential: { kind: "managed" }, deadline: "2026-01-02T12:05:00Z", dialect: "anthropic" },
  options: { tools: [{ name: "find" }], output_schema: { schema: "{}" } },
  messages: [
    { role: "system", content: [{ type: "text", text: "Be kind" }] },
    { role: "user", content: TEST_CALL.sanitised.map((text) => ({ type: "text", text })) },
    {
      role: "assistant",
      content: [{ type: "tool_use", id: "c1", name: "find", arguments: '{"q":"[PERSON_1]"}' }],
    },
  ],
  claim: asked,
} satisfies InferenceJob;

const VALUES = {
  identity: { item: "customer_id", class: "identity", value: TEST_CALL.customerId },
  token: { item: "token", class: "token", value: TEST_CALL.token },
  prompt: { item: "prompt", class: "sanitised_context", value: "[]" },
  output: {
    ...{ item: "model_output", class: "model_output" },
    value: modelOutputValue([
      { blocks: [{ type: "text", text: TEST_CALL.response }], stop_reason: "end" },
    ]),
  },
  response: {
    ...{ item: "response", class: "response" },
    value: JSON.stringify([[TEST_CALL.response]]),
  },
} as const satisfies Readonly<Record<string, ItemValue>>;

const raw = contextValues(placed(TEST_CALL.texts), { class: "raw_context", fields: 2 });
const clean = contextValues(placed(TEST_CALL.sanitised), { class: "sanitised_context", fields: 2 });

function placed(texts: readonly string[]) {
  return texts.map((text, position) => ({ position, text }));
}

function itemOf(name: keyof typeof VALUES, peer: ItemPeer): ClaimItem {
  const seed = name === "token" ? tokenSeed(TEST_CALL.token) : testSeed(SEEDS[name]);
  return claimItem(VALUES[name], { seed, peer });
}

/** The name of the seed for each item. The worker uses one seed for everything that it emits. */
const SEEDS = {
  identity: "identity",
  prompt: "output",
  output: "output",
  response: "response",
} as const;

const rawItems = (peer: ItemPeer) => claimItems(raw, { seed: testSeed("raw_context"), peer });
const cleanItems = (peer: ItemPeer) =>
  claimItems(clean, { seed: testSeed("sanitised_context"), peer });

/** Returns the claims of four honest components about one completed call. */
export function testClaims(): TestClaims {
  return {
    gateway: gatewayClaim(),
    bridge: claimOf("bridge", "trq_1", {
      received: [itemOf("identity", "edge-gateway")],
      emitted: [itemOf("token", "edge-gateway")],
    }),
    sanitiser: claimOf("sanitiser", "srq_1", {
      received: rawItems("edge-gateway"),
      emitted: [...cleanItems("edge-gateway"), ...rawItems("presidio").slice(0, 1)],
    }),
    worker: claimOf("inference-worker", "jrq_1", {
      received: [...jobItems(TEST_JOB, asked, "edge-gateway"), itemOf("output", "provider")],
      emitted: [itemOf("prompt", "provider"), itemOf("output", "edge-gateway")],
    }),
  };
}

function gatewayClaim(): Claim {
  return claimOf("edge-gateway", TEST_CALL.requestId, {
    received: [
      itemOf("token", "bridge"),
      ...cleanItems("sanitiser"),
      itemOf("output", "inference-worker"),
    ],
    emitted: [
      itemOf("identity", "bridge"),
      ...rawItems("sanitiser"),
      ...jobItems(TEST_JOB, asked, "inference-worker"),
      itemOf("response", "customer"),
    ],
  });
}

function claimOf(
  component: ClaimComponent,
  leg_id: string,
  items: Pick<Claim, "received" | "emitted">,
): Claim {
  return { type: "veil/claim/v1", component, leg_id, at: TEST_TIMES.claim, ...items };
}

const BATCH_SIZE = 5;

/** Signs each claim in a batch of its component, in the middle of claims of other calls. */
export function signTestClaims(
  { keysOf }: Pick<TestDeployment, "keysOf">,
  claims: readonly Claim[],
  signedAt: string = TEST_TIMES.batch,
): SignedClaim[] {
  return claims.map((claim, number) => {
    const { component } = claim;
    const keys = keysOf(component);
    const [macKey] = claimMacKeys(keys);
    const maker = createClaimMaker({ component, macKey, nowMs: () => Date.parse(claim.at) });
    const batch = Array.from({ length: BATCH_SIZE }, (_, index) => ({
      ...claim,
      ...(index !== 2 && { leg_id: `other_${number}_${index}` }),
    })).map((own) => ({ ...maker.claim({ ...own, legId: own.leg_id }) }));
    const signer = createClaimSigner({ component, keys, nowMs: () => Date.parse(signedAt) });
    const { batch: signed, positions } = signer.claims(batch);
    const position = positions[2];
    if (signed === null || position === null || position === undefined)
      throw new Error("The test's claim was not signed");
    return { claim, batch: signed, ...position };
  });
}

/** Returns the openings that the gateway gives to the owner of the test call. */
export function testOpenings(): CertificateOpenings {
  const seed = (name: string) => testSeed(name).toString("hex");
  return {
    request_id: TEST_CALL.requestId,
    seeds: {
      ...{ identity: seed("identity"), raw_context: seed("raw_context") },
      ...{ sanitised_context: seed("sanitised_context"), job: seed("job") },
      ...{ output: seed("output"), response: seed("response") },
    },
    response: VALUES.response.value,
  };
}

/** The salts of the test call's certificate. */
export const TEST_SALTS = { certificate: "5a".repeat(16), summary: "a5".repeat(16) } as const;

/** Returns the order that an honest gateway sends to the signer for the test call. */
export function testOrder(
  deployment: Pick<TestDeployment, "keysOf">,
  claims: readonly Claim[] = Object.values(testClaims()),
): CertificateOrder {
  return {
    ...{ request_id: TEST_CALL.requestId, release: null, trace_sha256: "ab".repeat(32) },
    isolation: {
      ...{ a_to_b: "unverified", b_to_a: "unverified", enforced_by: "service-credentials" },
      ...{ probed_at: null, reports: [] },
    },
    ...{ dlp_redacted: false, redaction_count: 2, sanitizer_layers: ["L1", "L2"], attempts: 1 },
    status: "completed",
    claims: signTestClaims(deployment, claims),
  };
}
