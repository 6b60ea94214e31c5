import { beforeEach, describe, expect, test } from "@jest/globals";
import type { AuditEvent } from "@veil/contracts/audit";
import type { InferenceEnd, InferenceEvent } from "@veil/contracts/inference";
import type { ComplianceTrace } from "@veil/contracts/public/proxy";
import { systemRandomBytes } from "@veil/crypto";
import { createTestTrust } from "@veil/testing";
import { modelOutputValue } from "@veil/veil/job-items";
import { createClaimedCall, UNVERIFIED } from "../../../../test/support/claimed-call.ts";
import { JOB_FACTS } from "../../../../test/support/job-facts.ts";
import { verifyPending } from "../../../../test/support/verify-pending.ts";
import type { CustomerId, Limits } from "../../accounts/index.ts";
import { SEALED_PENDING } from "../../certificates/domain/pending-certificate.ts";
import {
  type CallCertificates,
  createSealedDrafts,
  type EndedCertificate,
} from "../../certificates/index.ts";
import type { Ending } from "../ending/end-call.ts";
import { createInlineTextScans } from "../scanning/inline-text-scans.ts";
import type { OpenCall } from "./direct-call.ts";
import { type DirectEndingDeps, endDirectCall, LEFT } from "./end-direct-call.ts";
import type { CallCounts } from "./ports.ts";
import {
  addReceived,
  earlyEnding,
  type StreamTranscript,
  streamedEnding,
} from "./stream-transcript.ts";

const KEY = Buffer.alloc(32, 1);
const REQUEST = `req_${"1".repeat(32)}`;
const TEXT = "Dear [PERSON_1]";
const TRACE = { job_id: REQUEST } as ComplianceTrace;
const testTrust = createTestTrust();
const nowMs = () => Date.parse("2026-01-02T12:00:00Z");
const call = createClaimedCall(testTrust, nowMs);

let added: { readonly certificate: EndedCertificate; readonly types: readonly string[] }[];
let recorded: { readonly by: "outbox" | "give_back"; readonly types: readonly string[] }[];
let lost: string[];
let store: { isUp: boolean; isUnavailable: boolean };
beforeEach(() => {
  added = [];
  recorded = [];
  lost = [];
  store = { isUp: true, isUnavailable: false };
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
    ...{ random: systemRandomBytes, key: KEY, maker: call.maker, onPending: () => {} },
    ...{ release: null, drafts: createSealedDrafts(KEY) },
    async add(_customerId, certificate, events = []) {
      if (!store.isUp) throw new Error("The database does not answer");
      added.push({ certificate, types: typesOf(events) });
      return true;
    },
    onLost: (requestId) => lost.push(requestId),
  };
  const record = (by: "outbox" | "give_back") => async (events: readonly AuditEvent[]) =>
    void recorded.push({ by, types: typesOf(events) });
  return {
    certificates: certificates === "none" ? undefined : own,
    isolation: { current: () => UNVERIFIED },
    scans: createInlineTextScans(),
    eventOutbox: { add: record("outbox") },
    isDatabaseUnavailable: () => store.isUnavailable,
    counts: { giveBack: ({ events }) => record("give_back")(events) } as CallCounts,
    limits: { monthly: {} } as Limits,
    onEvents: () => {},
    onNotRecorded: ({ error }) => {
      throw error;
    },
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

/** A stream until its answer has begun. @param given - facts of its text */
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
  const { requestId, pending } = one.certificate;
  return await verifyPending(testTrust, SEALED_PENDING.open(KEY, requestId, pending));
}

const toCustomer = (peers: readonly { readonly peer: string }[]) =>
  peers.filter(({ peer }) => peer === "customer").length;

describe("A streamed call", () => {
  test("that was answered has a certificate over what the worker wrote and the caller got", async () => {
    await streamed(completed);
    const { facts, claims } = await certified();
    expect(facts.status).toBe("completed");
    expect(claims.worker?.emitted.map(({ item }) => item)).toEqual(["model_output"]);
    expect(toCustomer(claims.gateway.emitted)).toBe(1);
  });

  test("has that certificate with tool calls, too", async () => {
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

  test("whose text was changed on its way has a certificate that the signer refuses", async () => {
    const [first, ...others] = blocks;
    if (first === undefined) throw new Error("There is no first event");
    await streamed(completed, begun([first, ...others.slice(1)]));
    await expect(certified()).rejects.toMatchObject({ code: "edge_mismatch" });
  });

  test("that the caller left has an aborted certificate, over the text sent until then", async () => {
    await ended(earlyEnding(begun(blocks.slice(0, 2)), LEFT));
    const { facts, claims } = await certified();
    expect(facts.status).toBe("aborted");
    expect(toCustomer(claims.gateway.emitted)).toBe(1);
  });

  test("that the caller left before any text has a certificate without a response", async () => {
    await ended(earlyEnding(begun([]), LEFT));
    const { facts, claims } = await certified();
    expect([facts.status, toCustomer(claims.gateway.emitted)]).toEqual(["aborted", 0]);
  });

  test("that broke off in the middle has a failed certificate, with what the worker wrote and no response", async () => {
    const claim = call.worker(REQUEST, outputOf(TEXT, "failed"));
    await streamed(failed(claim));
    const { facts, claims } = await certified();
    expect([facts.status, toCustomer(claims.gateway.emitted)]).toEqual(["failed", 0]);
    expect(claims.worker?.emitted).toHaveLength(1);
  });

  test("whose connection to the worker broke has a failed certificate, with what the worker had received", async () => {
    await ended(earlyEnding(begun(), BROKEN));
    const { facts, claims } = await certified();
    expect([facts.status, claims.worker?.emitted]).toEqual(["failed", []]);
  });

  test("that completed without a start has an aborted certificate without a response", async () => {
    const transcript = { ...begun(), start: undefined };
    await streamed({ ...completed, claim: call.worker(REQUEST, undefined) }, transcript);
    const { facts, claims } = await certified();
    expect([facts.status, toCustomer(claims.gateway.emitted)]).toEqual(["aborted", 0]);
  });

  test("that the caller left before its start has a certificate without a response", async () => {
    await ended(earlyEnding({ ...begun(), start: undefined }, LEFT));
    const { facts, claims } = await certified();
    expect([facts.status, toCustomer(claims.gateway.emitted)]).toEqual(["aborted", 0]);
  });

  test("that failed before its answer began has a failed certificate", async () => {
    await streamed(failed(), NOT_BEGUN);
    const { facts, claims } = await certified();
    expect([facts.status, facts.attempts]).toEqual(["failed", 2]);
    expect(claims.worker?.emitted).toEqual([]);
  });

  test("that was cut off before the worker answered has a certificate without the worker's claim", async () => {
    await ended(earlyEnding(NOT_BEGUN, BROKEN));
    const { facts, claims } = await certified();
    expect([facts.status, facts.attempts, claims.worker]).toEqual(["failed", 0, undefined]);
  });
});

describe("A call of an SDK", () => {
  const TYPES = ["SDK_INFERENCE_COMPLETED"];

  test("that failed at the provider has a failed certificate", async () => {
    const result = failed();
    await ended({ kind: "whole", result, choices: [], worker: result.claim });
    expect((await certified()).facts.status).toBe("failed");
  });

  test("is stored with the events of its end and its certificate together", async () => {
    await streamed(completed);
    expect([added.map(({ types }) => types), recorded]).toEqual([[TYPES], []]);
  });

  test("that the provider did not process is given back with its events, and has a certificate", async () => {
    await streamed({ ...failed(), unprocessed: true }, NOT_BEGUN);
    expect(added.map(({ types }) => types)).toEqual([[]]);
    expect(recorded).toEqual([{ by: "give_back", types: ["SDK_INFERENCE_FAILED"] }]);
  });

  test("that was not sent to the provider is given back with its events", async () => {
    await ended(earlyEnding(NOT_BEGUN, { ...BROKEN, isUnsent: true }));
    expect(recorded).toEqual([{ by: "give_back", types: ["SDK_INFERENCE_FAILED"] }]);
  });

  test("gets its answer and events even when its certificate cannot be stored, and the operator learns which", async () => {
    store.isUp = false;
    await streamed(completed);
    expect([added, lost]).toEqual([[], [REQUEST]]);
    expect(recorded).toEqual([{ by: "outbox", types: TYPES }]);
  });

  test("waits for no second statement when the database is unavailable, and the operator learns of it", async () => {
    store = { isUp: false, isUnavailable: true };
    await expect(streamed(completed)).rejects.toThrow("The database does not answer");
    expect([lost, recorded]).toEqual([[REQUEST], []]);
  });

  test("stores only its events when certificates are off", async () => {
    const ending = streamedEnding(begun(), completed);
    await endDirectCall(deps("none"), open, ending);
    await endDirectCall(deps(), { ...open, draft: undefined }, ending);
    expect([added, lost]).toEqual([[], []]);
    expect(recorded).toEqual(Array(2).fill({ by: "outbox", types: TYPES }));
  });
});
