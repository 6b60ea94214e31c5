import type { AuditEvent } from "@veil/contracts/audit";
import { ApiError } from "@veil/contracts/errors";
import { isDatabaseUnavailable } from "../../../platform/database-refusals.ts";
import { monthlyQuota } from "../../accounts/index.ts";
import { endEntries } from "../../audit/index.ts";
import {
  type CallEnd,
  type EarlyEnd,
  type Ending,
  type EndingCall,
  type EndingDeps,
  endCall,
} from "../trace/end-call.ts";
import { ENDED_EARLY, type TracedResult } from "../trace/job-facts.ts";
import { tallyEnd } from "../trace/tally-end.ts";
import { type DirectCallDeps, type OpenCall, ownerOf } from "./direct-call.ts";
import { UnsentError } from "./ports.ts";

export type DirectEndingDeps = EndingDeps &
  Pick<
    DirectCallDeps,
    "counts" | "eventOutbox" | "limits" | "onEvents" | "onNotRecorded" | "tally"
  >;

/** Ends a call that has no job, and stores its end. */
export async function endDirectCall(
  deps: DirectEndingDeps,
  open: OpenCall,
  ending: Ending,
): Promise<CallEnd> {
  const end = await endCall(deps, endingCallOf(open), ending);
  const { facts, input } = open;
  const ended = { customerId: input.caller.customerId, facts };
  if (!isUnsent(ending)) tallyEnd(deps.tally, ended, resultOf(ending));
  await storeEnd(deps, open, end);
  return end;
}

function isUnsent(ending: Ending): boolean {
  return ending.kind === "ended_early" && ending.isUnsent === true;
}

function resultOf(ending: Ending): TracedResult {
  return ending.kind === "ended_early" ? ENDED_EARLY : ending.result;
}

export function endingCallOf({ input, facts, draft }: OpenCall): EndingCall {
  const { requestId } = input.trace;
  return { kind: "SDK", requestId, facts, draft, relinkTools: input.content.relinkTools };
}

/**
 * Returns the end of a call for which the worker sent no complete answer, or whose caller has left.
 */
export function unanswered({ input }: OpenCall, error: unknown): EarlyEnd {
  const isUnsent = error instanceof UnsentError;
  if (input.trace.isGone?.()) return { ...LEFT, isUnsent };
  const errorType = error instanceof ApiError ? error.code : "internal_error";
  return { status: "failed", errorType, isUnsent };
}

export const LEFT = { status: "aborted", errorType: "client_closed_request" } as const;

/**
 * Stores the end of a call. If that fails, the caller still gets the answer, and the error is
 * logged.
 */
async function storeEnd(deps: DirectEndingDeps, open: OpenCall, end: CallEnd): Promise<void> {
  const { counts, eventOutbox, limits, onEvents, onNotRecorded } = deps;
  const { caller, trace } = open.input;
  const { customerId } = caller;
  const events = eventsOf(open, end);
  const month = end.isUnprocessed ? open.countedIn : undefined;
  try {
    if (month !== undefined) {
      const { limitClass } = monthlyQuota(caller, limits);
      const givenBack = counts.giveBack({ customerId, limitClass, month, events });
      await Promise.all([givenBack, addCertificate(deps, open, end, [])]);
    } else if (!(await addCertificate(deps, open, end, events))) await eventOutbox.add(events);
    onEvents(events);
  } catch (error) {
    onNotRecorded({ requestId: trace.requestId, code: end.outcome, error });
  }
}

/**
 * @returns whether the certificate was stored together with `events`
 * @throws when the database is unavailable, so that the caller does not wait for a second time-out
 * while it stores `events` alone
 */
async function addCertificate(
  { certificates }: DirectEndingDeps,
  { input }: OpenCall,
  { certificate }: CallEnd,
  events: readonly AuditEvent[],
): Promise<boolean> {
  if (certificates === undefined || certificate === undefined) return false;
  try {
    const isFirst = await certificates.add(input.caller.customerId, certificate, events);
    if (isFirst) certificates.onPending(certificate);
    return true;
  } catch (error) {
    certificates.onLost(input.trace.requestId, error);
    if (isDatabaseUnavailable(error)) throw error;
    return false;
  }
}

function eventsOf({ facts, input }: OpenCall, { events }: CallEnd): readonly AuditEvent[] {
  return endEntries(events, ownerOf(facts, input));
}
