import { beforeEach, describe, expect, test } from "@jest/globals";
import type { InferenceEnd, InferenceEvent } from "@veil/contracts/inference";
import type { ComplianceTrace } from "@veil/contracts/public/proxy";
import { systemRandomBytes } from "@veil/crypto";
import { createTestTrust } from "@veil/testing";
import { modelOutputValue } from "@veil/veil/job-items";
import { createClaimedCall, UNVERIFIED } from "../../../../test/support/claimed-call.ts";
import { JOB_FACTS } from "../../../../test/support/job-facts.ts";
import { verifyPending } from "../../../../test/support/verify-pending.ts";
import type { CustomerId } from "../../accounts/index.ts";
import { SEALED_PENDING } from "../../certificates/domain/pending-certificate.ts";
import {
  type CallCertificates,
  createDraftBoxes,
  type EndedCertificate,
} from "../../certificates/index.ts";
import { type CertifiedCall, type CertifyingDeps, certifyFailure } from "./certify-direct.ts";
import { createStreamRecord } from "./certify-stream.ts";

const KEY = Buffer.alloc(32, 1);
const REQUEST = `req_${"1".repeat(32)}`;
const TEXT = "Dear [PERSON_1]";
const TRACE = { job_id: REQUEST } as ComplianceTrace;
const testTrust = createTestTrust();
const nowMs = () => Date.parse("2026-01-02T12:00:00Z");
const call = createClaimedCall(testTrust, nowMs);

let added: EndedCertificate[];
let lost: string[];
let store: { isUp: boolean };
beforeEach(() => {
  added = [];
  lost = [];
  store = { isUp: true };
});

const open: CertifiedCall = {
  ...{ draft: call.draft(REQUEST), facts: JOB_FACTS },
  order: { trace: { requestId: REQUEST }, caller: { customerId: "cus_1" as CustomerId } },
};

function deps(certificates?: "none"): CertifyingDeps {
  const own: CallCertificates = {
    ...{ random: systemRandomBytes, key: KEY, maker: call.maker, onPending: () => {} },
    ...{ release: null, drafts: createDraftBoxes(KEY) },
    async add(_customerId, ended) {
      if (!store.isUp) throw new Error("The database does not answer");
      added.push(ended);
      return true;
    },
    onLost: (requestId) => lost.push(requestId),
  };
  return {
    certificates: certificates === "none" ? undefined : own,
    isolation: { current: () => UNVERIFIED },
    nowMs,
  };
}

/** What the model wrote, as the worker commits to it. */
const outputOf = (text: string, stop_reason: string) =>
  modelOutputValue([{ blocks: [{ type: "text", text }], stop_reason }]);

const completed: InferenceEnd = {
  ...{ outcome: "completed", model_used: "m", provider: "p", stop_reason: "end", attempts: 1 },
  ...{ input_tokens: 1, output_tokens: 1, latency_ms: 1 },
  claim: call.worker(REQUEST, outputOf(TEXT, "end")),
};
const failed = (claim = call.worker(REQUEST, undefined)): FailedEnd => ({
  ...{ outcome: "failed", reason: "provider_unavailable", latency_ms: 1, attempts: 2, claim },
});
type FailedEnd = Extract<InferenceEnd, { outcome: "failed" }>;

const blocks: readonly InferenceEvent[] = [
  { type: "block_start", index: 0 },
  { type: "text", index: 0, text: TEXT.slice(0, 4) },
  { type: "text", index: 0, text: TEXT.slice(4) },
];

/** A stream until its answer has begun. @param given - of its text */
function begun(given: readonly InferenceEvent[] = blocks, own = deps()) {
  const record = createStreamRecord(own, open);
  record.take({ type: "claim", claim: call.worker(REQUEST, undefined) });
  record.started(TRACE, 1);
  for (const event of given) record.take(event);
  return record;
}

async function certified() {
  expect(added).toHaveLength(1);
  const [{ requestId, pending } = { requestId: "", pending: Buffer.alloc(0) }] = added;
  return await verifyPending(testTrust, SEALED_PENDING.open(KEY, requestId, pending));
}

const toCustomer = (peers: readonly { readonly peer: string }[]) =>
  peers.filter(({ peer }) => peer === "customer").length;

describe("A streamed call", () => {
  test("that was answered has a certificate over what the worker wrote and the caller got", async () => {
    await begun().ended(completed);
    const { facts, claims } = await certified();
    expect(facts.status).toBe("completed");
    expect(claims.worker?.emitted.map(({ item }) => item)).toEqual(["model_output"]);
    expect(toCustomer(claims.gateway.emitted)).toBe(1);
  });

  test("with tool calls, too", async () => {
    const events: InferenceEvent[] = [
      ...blocks,
      { type: "block_start", index: 1, tool: "find" },
      { type: "arguments", index: 1, json: '{"q":' },
      { type: "arguments", index: 1, json: "1}" },
    ];
    const output = modelOutputValue([
      {
        blocks: [
          { type: "text", text: TEXT },
          { type: "tool_use", name: "find", arguments: '{"q":1}' },
        ],
        stop_reason: "tool_use",
      },
    ]);
    const claim = call.worker(REQUEST, output);
    await begun(events).ended({ ...completed, stop_reason: "tool_use", claim });
    expect((await certified()).facts.status).toBe("completed");
  });

  test("whose text was changed on its way has one that the signer refuses", async () => {
    const [first, ...others] = blocks;
    if (first === undefined) throw new Error("There is no first event");
    await begun([first, ...others.slice(1)]).ended(completed);
    await expect(certified()).rejects.toMatchObject({ code: "edge_mismatch" });
  });

  test("that the caller left has an aborted one, over the text until then", async () => {
    await begun(blocks.slice(0, 2)).cutOff("aborted");
    const { facts, claims } = await certified();
    expect(facts.status).toBe("aborted");
    expect(toCustomer(claims.gateway.emitted)).toBe(1);
  });

  test("that the caller left before any text has one without a response", async () => {
    await begun([]).cutOff("aborted");
    const { facts, claims } = await certified();
    expect([facts.status, toCustomer(claims.gateway.emitted)]).toEqual(["aborted", 0]);
  });

  test("that broke off in the middle has a failed one, with what the worker wrote and no response", async () => {
    const claim = call.worker(REQUEST, outputOf(TEXT, "failed"));
    await begun().ended(failed(claim));
    const { facts, claims } = await certified();
    expect([facts.status, toCustomer(claims.gateway.emitted)]).toEqual(["failed", 0]);
    expect(claims.worker?.emitted).toHaveLength(1);
  });

  test("whose connection to the worker broke has a failed one, with what the worker had received", async () => {
    await begun().cutOff("failed");
    const { facts, claims } = await certified();
    expect([facts.status, claims.worker?.emitted]).toEqual(["failed", []]);
  });

  test("that failed before its answer began has a failed one", async () => {
    await createStreamRecord(deps(), open).ended(failed());
    const { facts, claims } = await certified();
    expect([facts.status, facts.attempts]).toEqual(["failed", 2]);
    expect(claims.worker?.emitted).toEqual([]);
  });

  test("that was cut off before the worker answered has one without the worker's claim", async () => {
    await createStreamRecord(deps(), open).cutOff("failed");
    const { facts, claims } = await certified();
    expect([facts.status, facts.attempts, claims.worker]).toEqual(["failed", 0, undefined]);
  });
});

describe("A call of an SDK", () => {
  test("that failed at the provider has a failed certificate", async () => {
    await certifyFailure(deps(), open, failed());
    expect((await certified()).facts.status).toBe("failed");
  });

  test("gets its answer also when what its certificate needs cannot be stored; the operator is told which", async () => {
    store.isUp = false;
    await begun().ended(completed);
    expect([added, lost]).toEqual([[], [REQUEST]]);
  });

  test("without certificates keeps nothing", async () => {
    await begun(blocks, deps("none")).ended(completed);
    await createStreamRecord(deps(), { ...open, draft: undefined }).ended(completed);
    expect([added, lost]).toEqual([[], []]);
  });
});
