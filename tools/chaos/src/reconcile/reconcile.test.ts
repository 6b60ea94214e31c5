import { expect, test } from "@jest/globals";
import type { InjectedFault } from "../faults/fault.ts";
import { reconcile } from "./reconcile.ts";
import type { FollowedOutcome, RecordedCall, RoundRecord } from "./round-record.ts";

const KILL: InjectedFault = {
  ...{ target: "bridge", kind: "kill", afterMs: 1, lastsMs: 1, clockS: 600 },
};
const COMPLETED: FollowedOutcome = { kind: "completed", restored: true };
const REFUSED: FollowedOutcome = { kind: "refused", code: "server_busy", documented: true };
const FAILED: FollowedOutcome = { kind: "failed", code: "deadline_passed", documented: true };
const EVENTS = [
  ...["PROXY_TOKEN_GENERATED", "PROXY_SANITIZER_APPLIED"],
  ...["PROXY_INFERENCE_SUBMITTED", "PROXY_INFERENCE_COMPLETED"],
];

function callWith(changes: Partial<RecordedCall> = {}): RecordedCall {
  return {
    call: { id: "call-1", kind: "native" },
    requestId: "request-1",
    outcome: COMPLETED,
    used: 1,
    providerCalls: 1,
    events: EVENTS,
    certificate: "issued",
    ...changes,
  };
}

function roundWith(changes: Partial<RoundRecord> = {}): RoundRecord {
  return {
    fault: KILL,
    calls: [callWith()],
    recoveredMs: 900,
    auditLog: "12 events, chain intact",
    isLogExtended: true,
    isCheckpointProven: true,
    waiting: 0,
    leaks: [],
    ...changes,
  };
}

const direct = { id: "call-1", kind: "whole" } as const;
const ended = (outcome: FollowedOutcome, used: number, providerCalls: number) =>
  callWith({ outcome, used, providerCalls, events: [], certificate: "missing" });

test.each<[string, RecordedCall]>([
  ["a completed call", callWith()],
  ["a second attempt", callWith({ providerCalls: 2 })],
  ["a refused call", ended(REFUSED, 0, 0)],
  [
    "a failed job",
    { ...ended(FAILED, 1, 2), events: [...EVENTS.slice(0, 3), "PROXY_INFERENCE_FAILED"] },
  ],
  ["a lost SDK call that stays counted", { ...ended({ kind: "lost" }, 1, 1), call: direct }],
  ["a lost SDK call that was never counted", { ...ended({ kind: "lost" }, 0, 0), call: direct }],
])("%s is no discrepancy", (_what, call) => {
  expect(reconcile(roundWith({ calls: [call] }), "embedded")).toEqual([]);
});

test.each<[string, RecordedCall, string]>([
  [
    "a call without a final state",
    ended({ kind: "pending", last: "202" }, 1, 1),
    "it has no final state, the last reply was 202",
  ],
  [
    "an answer without the values",
    callWith({ outcome: { kind: "completed", restored: false } }),
    "its answer does not have the values of the request",
  ],
  [
    "an undocumented code",
    ended({ kind: "refused", code: "internal_error", documented: false }, 0, 0),
    "it ended with internal_error, which is not documented",
  ],
  ["a call counted twice", callWith({ used: 2 }), "it was completed and is counted 2 times"],
  ["a call not counted", callWith({ used: 0 }), "it was completed and is counted 0 times"],
  ["a refused call counted", ended(REFUSED, 1, 0), "it was refused and is counted 1 times"],
  [
    "a refused call at the provider",
    ended(REFUSED, 0, 1),
    "it was refused, and the provider got 1 requests",
  ],
  [
    "too many attempts",
    callWith({ providerCalls: 3 }),
    "it was completed, and the provider got 3 requests",
  ],
  [
    "an answer that no provider wrote",
    callWith({ providerCalls: 0 }),
    "it was completed, and the provider got 0 requests",
  ],
  [
    "two ends in the log",
    callWith({ events: [...EVENTS, "PROXY_INFERENCE_FAILED"] }),
    "the audit log has PROXY_INFERENCE_COMPLETED or PROXY_INFERENCE_FAILED 2 times",
  ],
  [
    "a missing event",
    callWith({ events: EVENTS.slice(1) }),
    "the audit log does not have PROXY_TOKEN_GENERATED",
  ],
  ["a missing certificate", callWith({ certificate: "missing" }), "it has no certificate"],
])("%s is a discrepancy with the id of the request", (_what, call, what) => {
  expect(reconcile(roundWith({ calls: [call] }), "embedded")).toEqual([{ id: "request-1", what }]);
});

test.each<[string, Partial<InjectedFault>, number]>([
  ["a clock that was ahead", { kind: "move-clock", clockS: 600 }, 0],
  ["a clock that was behind", { kind: "move-clock", clockS: -600 }, 1],
  ["another fault", { kind: "kill" }, 1],
])(
  "After %s, a certificate that waits for the time of its claims is a discrepancy unless the clock was ahead",
  (_what, changes, count) => {
    const round = roundWith({
      calls: [callWith({ certificate: "postponed" })],
      fault: { ...KILL, ...changes },
    });
    expect(reconcile(round, "cluster")).toHaveLength(count);
  },
);

test("A call without a request id is named by its own id", () => {
  const calls = [callWith({ requestId: undefined, used: 2 })];
  expect(reconcile(roundWith({ calls }), "embedded")[0]?.id).toBe("call-1");
});

test("With RabbitMQ, a third provider call is allowed and a fourth is a discrepancy", () => {
  const at = (providerCalls: number) =>
    reconcile(roundWith({ calls: [callWith({ providerCalls })] }), "cluster").length;
  expect([at(3), at(4)]).toEqual([0, 1]);
});

test.each<[string, Partial<RoundRecord>, string]>([
  ["A stack that does not recover", { recoveredMs: undefined }, "the stack did not recover"],
  [
    "A broken chain",
    { auditLog: "chain broken at seq 7: gap" },
    "audit log: chain broken at seq 7: gap",
  ],
  [
    "A log that was replaced",
    { isLogExtended: false },
    "the audit log lost entries that it had before the round",
  ],
  [
    "A checkpoint of another history",
    { isCheckpointProven: false },
    "the checkpoint does not continue the one before the round",
  ],
  ["A row that stays", { waiting: 1 }, "1 rows still wait in the outboxes"],
])("%s is a discrepancy of the stack", (_what, changes, what) => {
  expect(reconcile(roundWith(changes), "cluster")).toEqual([{ id: undefined, what }]);
});

test("A value in a sink is a discrepancy that names the call and the place, not the value", () => {
  const leaks = [{ callId: "call-1", place: "log of bridge" }];
  expect(reconcile(roundWith({ leaks }), "cluster")).toEqual([
    { id: "call-1", what: "a value of the call is in log of bridge" },
  ]);
});
