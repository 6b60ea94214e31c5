import { beforeEach, expect, test } from "@jest/globals";
import type { AuditEvent } from "@veil/contracts/audit";
import { DatabaseError } from "@veil/postgres-kit";
import { JOB_FACTS } from "../../../../test/support/job-facts.ts";
import { isDatabaseOutage } from "../../../platform/database-refusals.ts";
import { jobEvent } from "../../audit/index.ts";
import type { CallEnd } from "../trace/end-call.ts";
import type { OpenCall } from "./direct-call.ts";
import { type StoreEndDeps, storeEnd } from "./store-end.ts";

const REQUEST = `req_${"1".repeat(32)}`;
const TYPES = ["SDK_INFERENCE_FAILED"];
const REFUSAL = new Error("The database refused it");
const unavailable = (sent: boolean) =>
  new DatabaseError(Object.assign(new Error("gone"), { code: "ECONNREFUSED" }), { sent });

interface Seen {
  /** What was stored, with the types of its events. */
  readonly stored: (readonly [what: string, types: readonly string[]])[];
  readonly lost: string[];
  notRecorded: number;
  /** Stores again what the database did not store. */
  repeat: (() => Promise<void>) | undefined;
}
let seen: Seen;
beforeEach(() => {
  seen = { stored: [], lost: [], notRecorded: 0, repeat: undefined };
});

type Statement = "certificate" | "give_back" | "outbox";

/** Returns stores whose first statement of a kind fails with the given error. */
function depsWith(errors: Partial<Record<Statement, Error>>): StoreEndDeps {
  const failing = new Map(Object.entries(errors));
  const store = async (what: Statement, events: readonly AuditEvent[]) => {
    const error = failing.get(what);
    failing.delete(what);
    if (error !== undefined) throw error;
    seen.stored.push([what, events.map(({ event_type }) => event_type)]);
  };
  return {
    certificates: {
      add: (_customer: string, _certificate: unknown, events: readonly AuditEvent[]) =>
        store("certificate", events).then(() => true),
      onPending: () => {},
      onLost: (requestId: string) => void seen.lost.push(requestId),
    },
    counts: {
      giveBack: (call: { events: readonly AuditEvent[] }) => store("give_back", call.events),
    },
    eventOutbox: { add: (events: readonly AuditEvent[]) => store("outbox", events) },
    limits: { monthly: {} },
    onEvents: () => {},
    onNotRecorded: () => {
      seen.notRecorded += 1;
    },
    openEnds: {
      settle(end: { store(): Promise<void>; onGivenUp(error: unknown): void }, error: unknown) {
        if (isDatabaseOutage(error)) seen.repeat = end.store;
        else end.onGivenUp(error);
      },
    },
  } as unknown as StoreEndDeps;
}

const open = {
  ...{ facts: JOB_FACTS, countedIn: "2026-01-01" },
  input: {
    trace: { requestId: REQUEST },
    caller: { customerId: "cus_1", developer: false, tier: "free" },
  },
} as unknown as OpenCall;

function endWith(isUnprocessed: boolean): CallEnd {
  return {
    isUnprocessed,
    outcome: "failed",
    certificate: { record: Buffer.alloc(8), openings: Buffer.alloc(8) },
    events: [jobEvent("SDK_INFERENCE_FAILED", {}, new Date(0))],
  } as unknown as CallEnd;
}

test("When the database is unavailable at the end of a call, then certificate and events are stored later, together, and nothing is lost", async () => {
  await storeEnd(depsWith({ certificate: unavailable(true) }), open, endWith(false));
  expect(seen).toMatchObject({ stored: [], lost: [], notRecorded: 0 });
  await seen.repeat?.();
  expect(seen).toMatchObject({ stored: [["certificate", TYPES]], lost: [], notRecorded: 0 });
});

test("When a call certainly was not given back, then the second try gives it back with its events", async () => {
  await storeEnd(depsWith({ give_back: unavailable(false) }), open, endWith(true));
  await seen.repeat?.();
  const last = seen.stored.slice(-2).toSorted();
  expect(last).toEqual([
    ["certificate", []],
    ["give_back", TYPES],
  ]);
});

test("When a call may have been given back, then the second try stores only its events and certificate", async () => {
  await storeEnd(depsWith({ give_back: unavailable(true) }), open, endWith(true));
  await seen.repeat?.();
  expect(seen.stored.at(-1)).toEqual(["certificate", TYPES]);
  expect(seen.stored.map(([what]) => what)).not.toContain("give_back");
});

test("When a call was given back and only its certificate is missing, then the second try does not give it back again", async () => {
  await storeEnd(depsWith({ certificate: unavailable(false) }), open, endWith(true));
  await seen.repeat?.();
  expect(seen.stored).toEqual([
    ["give_back", TYPES],
    ["certificate", TYPES],
  ]);
});

test("When the database refuses the certificate, then the events are stored alone, and the lost certificate is reported", async () => {
  await storeEnd(depsWith({ certificate: REFUSAL }), open, endWith(false));
  expect(seen).toMatchObject({ stored: [["outbox", TYPES]], lost: [REQUEST], notRecorded: 0 });
});

test("When the database refuses certificate and events, then both are reported", async () => {
  await storeEnd(depsWith({ certificate: REFUSAL, outbox: REFUSAL }), open, endWith(false));
  expect(seen.stored).toEqual([]);
  expect(new Set(seen.lost)).toEqual(new Set([REQUEST]));
  expect(seen.notRecorded).toBe(1);
});
