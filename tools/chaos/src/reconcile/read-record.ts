import { setTimeout as sleep } from "node:timers/promises";
import {
  eventsOf,
  findIn,
  queryAs,
  type Sink,
  sinksOf,
  verifyAuditChain,
} from "@veil/local-stack/inspection";
import type { TestBed } from "../faults/test-bed.ts";
import type { GatewayClient, GatewayReply } from "../load/gateway-client.ts";
import type { PlannedCall } from "../load/planned-call.ts";
import type { SettledCall } from "../load/settle.ts";
import { isCheckpointProven, type LogState, readCheckpoint } from "./checkpoint.ts";
import { eventFindings } from "./reconcile.ts";
import type { CertificateState, Leak, RecordedCall, RoundRecord } from "./round-record.ts";

/** A call of a round after it has ended. */
export interface FollowedCall extends SettledCall {
  readonly call: PlannedCall;
  readonly reply: GatewayReply | undefined;
}

/**
 * A certificate is issued when all components run again. Leases and pauses between tries take half
 * a minute, and a minute if a clock was wrong.
 */
const PATIENCE_MS = 120_000;
const TRY_MS = 250;

const HEAD = "select seq::text, encode(hash, 'hex') as hash from audit.head";
const ENTRY = "select 1 from audit.events where seq = $1 and encode(hash, 'hex') = $2";
const WAITING = `select (select count(*) from event_outbox)::int
  + (select count(*) from job_outbox)::int as waiting`;
// A process that died leaves a lease of a minute.
const POSTPONED = `select 1 from certificates where request_id = $1 and batch_id is null
  and refused is null and leased_until > now() + interval '90 seconds'`;

export async function readLogState({ stack }: TestBed): Promise<LogState> {
  const [head] = await queryAs<{ seq: string; hash: string }>(stack.databases.auditAdminUrl, HEAD);
  if (head === undefined) throw new Error("The audit log has no head");
  return { ...head, checkpoint: (await readCheckpoint(stack))?.checkpoint };
}

/** Reads what each component knows about the calls of a round, once nothing waits any more. */
export async function readRecord(
  bed: TestBed,
  gateway: GatewayClient,
  ended: readonly FollowedCall[],
  before: LogState,
): Promise<Omit<RoundRecord, "recoveredMs" | "fault">> {
  const { databases } = bed.stack;
  const waiting = await lastValue(
    () => waitingRows(databases.gatewayAdminUrl),
    (rows) => rows === 0,
  );
  const calls = await Promise.all(ended.map((call) => callRecord(bed, gateway, call)));
  const kept = await queryAs(databases.auditAdminUrl, ENTRY, [before.seq, before.hash]);
  return {
    ...{ calls, waiting },
    auditLog: await verifyAuditChain(bed.stack).catch(outputOf),
    isLogExtended: before.seq === "0" || kept.length === 1,
    isCheckpointProven: await isCheckpointProven(bed.stack, before.checkpoint),
    leaks: await leaksOf(bed, ended),
  };
}

/** Returns what a failed command printed: `verify` prints the first broken entry. */
function outputOf(error: unknown): string {
  const { stdout = "", message } = error as Error & { readonly stdout?: string };
  return stdout.trim() || message;
}

async function waitingRows(url: string): Promise<number> {
  const [row] = await queryAs<{ waiting: number }>(url, WAITING);
  return row?.waiting ?? 0;
}

/** Reads a value until it is as expected, and returns the last one. */
async function lastValue<T>(read: () => Promise<T>, isExpected: (value: T) => boolean): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const value = await read();
    if (isExpected(value) || Date.now() > deadline) return value;
    await sleep(TRY_MS);
  }
}

async function callRecord(
  { stack, simulator }: TestBed,
  gateway: GatewayClient,
  { call, outcome, requestId }: FollowedCall,
): Promise<RecordedCall> {
  const isCompleted = outcome.kind === "completed";
  const certificateState = async (): Promise<CertificateState> => {
    const reply = await gateway.get(`/api/v1/veil/certificate/${requestId}/public`);
    if (reply?.status === 200) return "issued";
    const rows = await queryAs(stack.databases.gatewayAdminUrl, POSTPONED, [requestId]);
    return rows.length === 0 ? "missing" : "postponed";
  };
  const events = async () => {
    const found = requestId === undefined ? [] : await eventsOf(stack, requestId);
    return found.map(({ event_type }) => event_type);
  };
  const usage = await gateway.get("/api/v1/usage", call.apiKey);
  return {
    ...{ call, requestId, outcome },
    used: Number(usage?.body["used"]),
    providerCalls: simulator.record().filter(({ body }) => body.includes(call.model)).length,
    // A batch that the audit service could not store waits in its queue for up to 30 s.
    events: await lastValue(
      events,
      (types) => eventFindings({ outcome, call, events: types }).length === 0,
    ),
    certificate: isCompleted
      ? await lastValue(certificateState, (state) => state !== "missing")
      : "missing",
  };
}

/** Searches everything that the stack left behind for the values of the calls. */
async function leaksOf(
  { stack, simulator }: TestBed,
  ended: readonly FollowedCall[],
): Promise<readonly Leak[]> {
  const refusals = ended.flatMap(({ reply }) =>
    reply === undefined || reply.status === 200 ? [] : [reply.text],
  );
  const sinks: readonly Sink[] = [
    ...(await sinksOf(stack)),
    { name: "the provider", text: JSON.stringify(simulator.record()) },
    { name: "refusals", text: refusals.join("\n") },
  ];
  const values = ended.flatMap(({ call }) => call.values);
  // One search for all values is faster than one for each call.
  const leaking = sinks.filter((sink) => findIn([sink], values).length > 0);
  return leaking.flatMap((sink) =>
    ended
      .filter(({ call }) => findIn([sink], call.values).length > 0)
      .map(({ call }) => ({ callId: call.id, place: sink.name })),
  );
}
