import { beforeEach, describe, expect, test } from "@jest/globals";
import type { AuditEvent } from "@veil/contracts/audit";
import type { InferenceEnd, InferenceEvent } from "@veil/contracts/inference";
import type { ComplianceTrace } from "@veil/contracts/public/proxy";
import { canonicalJson, sha256Hex, systemRandomBytes } from "@veil/crypto";
import { DatabaseError } from "@veil/postgres-kit";
import { createTestTrust } from "@veil/testing";
import { modelOutputValue } from "@veil/veil/job-items";
import { createClaimedCall, UNVERIFIED } from "../../../../test/support/claimed-call.ts";
import { JOB_FACTS } from "../../../../test/support/job-facts.ts";
import { verifyPending } from "../../../../test/support/verify-pending.ts";
import { sealingUnder } from "../../../platform/sealed-record.ts";
import type { CustomerId, Limits } from "../../accounts/index.ts";
import { SEALED_RECORD } from "../../certificates/domain/pending-certificate.ts";
import {
  type CallCertificates,
  createSealedDrafts,
  type EndedCertificate,
} from "../../certificates/index.ts";
import { createInlineTextScans } from "../scanning/create-text-scans.ts";
import type { Ending } from "../trace/end-call.ts";
import { endedTrace } from "../trace/trace.ts";
import type { OpenCall } from "./direct-call.ts";
import { type DirectEndingDeps, endDirectCall, LEFT } from "./end-direct-call.ts";
import type { CallCounts } from "./ports.ts";
import {
  addLeft,
  addReceived,
  earlyEnding,
  type StreamTranscript,
  streamedEnding,
} from "./stream-endings.ts";

const SEALING = sealingUnder(Buffer.alloc(32, 1));
const REQUEST = `req_${"1".repeat(32)}`;
const TEXT = "Dear [PERSON_1]";
const TRACE = { job_id: REQUEST, steps: [{ detail: "re-link was requested" }] } as ComplianceTrace;
const testTrust = createTestTrust();
const nowMs = () => Date.parse("2026-01-02T12:00:00Z");
const call = createClaimedCall(testTrust, nowMs);

let added: { readonly certificate: EndedCertificate; readonly types: readonly string[] }[];
let recorded: { readonly by: "outbox" | "give_back"; readonly types: readonly string[] }[];
let lost: string[];
let storeError: Error | undefined;
beforeEach(() => {
  added = [];
  recorded = [];
  lost = [];
  storeError = undefined;
});

const typesOf = (events: readonly AuditEvent[]) => events.map(({ event_type }) => event_type);

const open = {
  ...{ draft: call.draft(REQUEST), facts: JOB_FACTS, countedIn: "2026-01-01" },
  input: {
    trace: { requestId: REQUEST },
    caller: { customerId: "cus_1" as CustomerId, developer: false, tier: "free" },
    content: { relinkTools: new Set() },
  },
} as unknown as OpenCall;

function deps(certificates?: "none"): DirectEndingDeps {
  const own: CallCertificates = {
    ...{ random: systemRandomBytes, sealing: SEALING, maker: call.maker, onPending: () => {} },
    ...{ release: null, drafts: createSealedDrafts(SEALING) },
    async add(_customerId, certificate, events = []) {
      if (storeError !== undefined) throw storeError;
      added.push({ certificate, types: typesOf(events) });
      return true;
    },
    onLost: (requestId) => lost.push(requestId),
  };
  const record = (by: "outbox" | "give_back") => async (events: readonly AuditEvent[]) =>
    void recorded.push({ by, types: typesOf(events) });
  return {
    tally: { admitted: () => {}, reached: () => {} },
    certificates: certificates === "none" ? undefined : own,
    isolation: { current: () => UNVERIFIED },
    scans: createInlineTextScans(),
    eventOutbox: { add: record("outbox") },
    openEnds: { settle: ({ onGivenUp }, error) => onGivenUp(error), stop: async () => {} },
    counts: { giveBack: ({ events }) => record("give_back")(events) } as CallCounts,
    limits: { monthly: {} } as Limits,
    onEvents: () => {},
    onNotRecorded: ({ error }) => {
      throw error;
    },
    nowMs,
  };
}

/** Returns the model's output in the form that the worker commits to. */
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

/** Returns the transcript of a stream whose answer has begun. @param given - received events */
function begun(given: readonly InferenceEvent[] = blocks): StreamTranscript {
  const transcript: StreamTranscript = { blocks: [], start: { trace: TRACE, attempts: 1 } };
  addReceived(transcript, { type: "claim", claim: call.worker(REQUEST, undefined) });
  for (const event of given) addReceived(transcript, event);
  return transcript;
}

const NOT_BEGUN: StreamTranscript = { blocks: [] };
const BROKEN = { status: "failed", errorType: "internal_error" } as const;

const ended = (ending: Ending) => endDirectCall(deps(), open, ending);
const streamed = (result: InferenceEnd, transcript = begun()) =>
  ended(streamedEnding(transcript, result));

async function certified() {
  expect(added).toHaveLength(1);
  const [one] = added;
  if (one === undefined) throw new Error("There is no certificate");
  const { requestId, record } = one.certificate;
  return await verifyPending(testTrust, SEALED_RECORD.open(SEALING, requestId, record));
}

const toCustomer = (peers: readonly { readonly peer: string }[]) =>
  peers.filter(({ peer }) => peer === "customer").length;

describe("The end of a streamed call", () => {
  test("a stream that completed gets a certificate that covers what the worker wrote and what the caller got", async () => {
    await streamed(completed);
    const { facts, claims } = await certified();
    expect(facts.status).toBe("completed");
    expect(claims.worker?.emitted.map(({ item }) => item)).toEqual(["model_output"]);
    expect(toCustomer(claims.gateway.emitted)).toBe(1);
  });

  test("a stream whose answer contains tool calls gets a certificate that covers the worker's output, including these calls", async () => {
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
    await streamed({ ...completed, stop_reason: "tool_use", claim }, begun(events));
    expect((await certified()).facts.status).toBe("completed");
  });

  test("a stream whose text differs from what the worker wrote gets a certificate that fails verification", async () => {
    const [first, ...others] = blocks;
    if (first === undefined) throw new Error("There is no first event");
    await streamed(completed, begun([first, ...others.slice(1)]));
    await expect(certified()).rejects.toMatchObject({ code: "edge_mismatch" });
  });

  test("a stream that the caller leaves gets a certificate with status aborted that covers the text sent until then", async () => {
    await ended(earlyEnding(begun(blocks.slice(0, 2)), LEFT));
    const { facts, claims } = await certified();
    expect(facts.status).toBe("aborted");
    expect(toCustomer(claims.gateway.emitted)).toBe(1);
  });

  test("a stream that the caller leaves before any text was sent gets a certificate without a response", async () => {
    await ended(earlyEnding(begun([]), LEFT));
    const { facts, claims } = await certified();
    expect([facts.status, toCustomer(claims.gateway.emitted)]).toEqual(["aborted", 0]);
  });

  test("a stream that breaks off in the middle gets a certificate with status failed that covers the worker's output but no response", async () => {
    const claim = call.worker(REQUEST, outputOf(TEXT, "failed"));
    await streamed(failed(claim));
    const { facts, claims } = await certified();
    expect([facts.status, toCustomer(claims.gateway.emitted)]).toEqual(["failed", 0]);
    expect(claims.worker?.emitted).toHaveLength(1);
  });

  test("a stream whose connection to the worker breaks gets a certificate with status failed that covers only what the worker received", async () => {
    await ended(earlyEnding(begun(), BROKEN));
    const { facts, claims } = await certified();
    expect([facts.status, claims.worker?.emitted]).toEqual(["failed", []]);
  });

  test("a stream that completes without a start event gets a certificate with status aborted and without a response", async () => {
    const transcript = { ...begun(), start: undefined };
    await streamed({ ...completed, claim: call.worker(REQUEST, undefined) }, transcript);
    const { facts, claims } = await certified();
    expect([facts.status, toCustomer(claims.gateway.emitted)]).toEqual(["aborted", 0]);
  });

  test("a stream that the caller leaves before the start event gets a certificate without a response", async () => {
    await ended(earlyEnding({ ...begun(), start: undefined }, LEFT));
    const { facts, claims } = await certified();
    expect([facts.status, toCustomer(claims.gateway.emitted)]).toEqual(["aborted", 0]);
  });

  test.each([
    ["completed", completed, endedTrace(TRACE, 2)],
    ["failed in the middle", failed(call.worker(REQUEST, outputOf(TEXT, "failed"))), TRACE],
  ])(
    "a stream that %s gets a certificate with the hash of the last trace that the caller got",
    async (_how, result, trace) => {
      const transcript = begun();
      addLeft(transcript, result, 2);
      await streamed(result, transcript);
      const { facts } = await certified();
      expect(facts.trace_sha256).toBe(sha256Hex(canonicalJson(JSON.parse(JSON.stringify(trace)))));
    },
  );

  test("a stream that fails before its answer begins gets a certificate with status failed", async () => {
    await streamed(failed(), NOT_BEGUN);
    const { facts, claims } = await certified();
    expect([facts.status, facts.attempts]).toEqual(["failed", 2]);
    expect(claims.worker?.emitted).toEqual([]);
  });

  test("a stream that is cut off before the worker responds gets a certificate without the worker's claim", async () => {
    await ended(earlyEnding(NOT_BEGUN, BROKEN));
    const { facts, claims } = await certified();
    expect([facts.status, facts.attempts, claims.worker]).toEqual(["failed", 0, undefined]);
  });
});

describe("The end of an SDK call", () => {
  const TYPES = ["SDK_INFERENCE_COMPLETED"];

  test("an SDK call that fails at the provider gets a certificate with status failed", async () => {
    const result = failed();
    await ended({ kind: "whole", result, choices: [], worker: result.claim });
    expect((await certified()).facts.status).toBe("failed");
  });

  test("an SDK call has its final events and its certificate stored in one statement", async () => {
    await streamed(completed);
    expect([added.map(({ types }) => types), recorded]).toEqual([[TYPES], []]);
  });

  test("an SDK call that the provider did not process is given back together with its events, and gets a certificate", async () => {
    await streamed({ ...failed(), unprocessed: true }, NOT_BEGUN);
    expect(added.map(({ types }) => types)).toEqual([[]]);
    expect(recorded).toEqual([{ by: "give_back", types: ["SDK_INFERENCE_FAILED"] }]);
  });

  test("an SDK call that was not sent to the provider is given back together with its events", async () => {
    await ended(earlyEnding(NOT_BEGUN, { ...BROKEN, isUnsent: true }));
    expect(recorded).toEqual([{ by: "give_back", types: ["SDK_INFERENCE_FAILED"] }]);
  });

  test("an SDK call still gets its answer and stores its events when its certificate cannot be stored, and the request id is reported", async () => {
    storeError = new Error("The database refused it");
    await streamed(completed);
    expect([added, lost]).toEqual([[], [REQUEST]]);
    expect(recorded).toEqual([{ by: "outbox", types: TYPES }]);
  });

  test("an SDK call runs no second statement when the database is unavailable, and the certificate is reported as lost when its end is given up", async () => {
    storeError = new DatabaseError(new Error("no connection"), { sent: false });
    await expect(streamed(completed)).rejects.toBe(storeError);
    expect([lost, recorded]).toEqual([[REQUEST], []]);
  });

  test("an SDK call stores only its events when certificates are turned off", async () => {
    const ending = streamedEnding(begun(), completed);
    await endDirectCall(deps("none"), open, ending);
    await endDirectCall(deps(), { ...open, draft: undefined }, ending);
    expect([added, lost]).toEqual([[], []]);
    expect(recorded).toEqual(Array(2).fill({ by: "outbox", types: TYPES }));
  });
});
