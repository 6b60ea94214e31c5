import type { Profile } from "@veil/local-stack";
import type { InjectedFault } from "../faults/fault.ts";
import type { Leak, RecordedCall, RoundRecord } from "./round-record.ts";

export interface Discrepancy {
  /** The id of the call or of its request, or undefined for a discrepancy of the whole stack. */
  readonly id: string | undefined;
  readonly what: string;
}

/**
 * The largest number of provider calls for a job: with RabbitMQ, a job that was published twice has
 * one more (decision 6).
 */
const PROVIDER_CALLS: Readonly<Record<Profile, number>> = { embedded: 2, cluster: 3 };
const DIRECT_PROVIDER_CALLS = 2;

const ONCE = ["TOKEN_GENERATED", "SANITIZER_APPLIED", "INFERENCE_SUBMITTED"];
const ENDS = ["INFERENCE_COMPLETED", "INFERENCE_FAILED"];

/** Compares what each component knows about the calls of a round. */
export function reconcile(record: RoundRecord, profile: Profile): readonly Discrepancy[] {
  return [
    ...stackFindings(record).map((what) => ({ id: undefined, what })),
    ...record.leaks.map(leakFinding),
    ...record.calls.flatMap((call) =>
      callFindings(call, record.fault, profile).map((what) => ({
        id: call.requestId ?? call.call.id,
        what,
      })),
    ),
  ];
}

function leakFinding({ callId, place }: Leak): Discrepancy {
  return { id: callId, what: `a value of the call is in ${place}` };
}

function stackFindings(record: RoundRecord): readonly string[] {
  const { recoveredMs, auditLog, isLogExtended, isCheckpointProven, waiting } = record;
  return [
    ...(recoveredMs === undefined ? ["the stack did not recover"] : []),
    ...(/^\d+ events, chain intact$/.test(auditLog) ? [] : [`audit log: ${auditLog}`]),
    ...(isLogExtended ? [] : ["the audit log lost entries that it had before the round"]),
    ...(isCheckpointProven ? [] : ["the checkpoint does not continue the one before the round"]),
    ...(waiting === 0 ? [] : [`${waiting} rows still wait in the outboxes`]),
  ];
}

function callFindings(
  record: RecordedCall,
  fault: InjectedFault,
  profile: Profile,
): readonly string[] {
  return [
    ...outcomeFindings(record),
    ...usageFindings(record),
    ...providerFindings(record, profile),
    ...eventFindings(record),
    ...certificateFindings(record, fault),
  ];
}

/** A certificate is never dated before its claims, so it waits for the time of a wrong clock. */
function certificateFindings(
  { outcome, certificate }: RecordedCall,
  { kind, clockS }: InjectedFault,
): readonly string[] {
  const mayWait = kind === "move-clock" && clockS > 0;
  const isAsPromised = certificate === "issued" || (certificate === "postponed" && mayWait);
  return outcome.kind !== "completed" || isAsPromised ? [] : ["it has no certificate"];
}

function outcomeFindings({ outcome }: RecordedCall): readonly string[] {
  switch (outcome.kind) {
    case "completed":
      return outcome.restored ? [] : ["its answer does not have the values of the request"];
    case "failed":
    case "refused":
      return outcome.documented ? [] : [`it ended with ${outcome.code}, which is not documented`];
    case "lost":
      return [];
    case "pending":
      return [`it has no final state, the last reply was ${outcome.last}`];
  }
}

function usageFindings({ outcome, call, used }: RecordedCall): readonly string[] {
  const [least, most] = usageBounds(outcome.kind, call.kind === "native");
  return used < least || used > most ? [`it was ${outcome.kind} and is counted ${used} times`] : [];
}

/** A call that may have cost something stays counted, otherwise the gateway refunds it. */
function usageBounds(
  outcome: RecordedCall["outcome"]["kind"],
  native: boolean,
): readonly [least: number, most: number] {
  if (outcome === "completed") return [1, 1];
  return outcome === "refused" && native ? [0, 0] : [0, 1];
}

function providerFindings(
  { outcome, call, providerCalls }: RecordedCall,
  profile: Profile,
): readonly string[] {
  const native = call.kind === "native";
  const bound = native ? PROVIDER_CALLS[profile] : DIRECT_PROVIDER_CALLS;
  const most = native && outcome.kind === "refused" ? 0 : bound;
  const least = outcome.kind === "completed" ? 1 : 0;
  return providerCalls < least || providerCalls > most
    ? [`it was ${outcome.kind}, and the provider got ${providerCalls} requests`]
    : [];
}

/** Returns what is wrong with the events of a call in the audit log. */
export function eventFindings({
  outcome,
  call,
  events,
}: Pick<RecordedCall, "outcome" | "call" | "events">): readonly string[] {
  const native = call.kind === "native";
  const steps = [...ONCE.map((type) => [type]), ENDS].map((types) => {
    const full = types.map((type) => `${native ? "PROXY" : "SDK"}_${type}`);
    const count = events.filter((type) => full.includes(type)).length;
    return { name: full.join(" or "), count };
  });
  const isComplete = outcome.kind === "completed" || (outcome.kind === "failed" && native);
  return [
    ...steps
      .filter(({ count }) => count > 1)
      .map(({ name, count }) => `the audit log has ${name} ${count} times`),
    ...steps
      .filter(({ count }) => count === 0 && isComplete)
      .map(({ name }) => `the audit log does not have ${name}`),
  ];
}
