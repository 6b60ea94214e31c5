import { ApiError } from "@veil/contracts/errors";
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
import type { DirectCallDeps, OpenCall } from "./direct-call.ts";
import { UnsentError } from "./ports.ts";
import { type StoreEndDeps, storeEnd } from "./store-end.ts";

export type DirectEndingDeps = EndingDeps & StoreEndDeps & Pick<DirectCallDeps, "tally">;

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
