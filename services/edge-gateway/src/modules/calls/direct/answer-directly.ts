import { ApiError } from "@veil/contracts/errors";
import type { InferenceResult } from "@veil/contracts/inference";
import type { ComplianceTrace } from "@veil/contracts/public/proxy";
import { modelOutputValue } from "@veil/veil/job-items";
import { jobEvent } from "../../audit/index.ts";
import { responseValue } from "../ending/certified-call.ts";
import { total } from "../scanning/scan-outbound.ts";
import { inferenceEvent, outboundEvents } from "../trace/events.ts";
import { certifyDirect, certifyFailure, certifyUnanswered } from "./certify-direct.ts";
import { type DirectCallDeps, eventsOf, type OpenCall, recordEnd } from "./direct-call.ts";
import { type DirectChoice, directChoices } from "./direct-choices.ts";
import { directTrace } from "./direct-trace.ts";
import { UnsentError } from "./unsent-error.ts";
import { upstreamRefusal } from "./upstream-refusal.ts";

type CompletedResult = Extract<InferenceResult, { outcome: "completed" }>;

export interface DirectAnswer {
  readonly choices: readonly DirectChoice[];
  readonly result: Omit<CompletedResult, "choices" | "claim">;
  readonly dlpRedacted: boolean;
  readonly relinked: boolean;
  readonly trace: ComplianceTrace;
}

/** Sends an open call and reads its whole answer. @throws ApiError when there is none, by what the provider said */
export async function answerWhole(deps: DirectCallDeps, open: OpenCall): Promise<DirectAnswer> {
  const { trace } = open.order;
  const result = await deps.inferences
    .whole(open.job, trace.gone?.() ?? NEVER)
    .catch(async (error: unknown) => {
      await recordUnanswered(deps, open, error);
      throw error;
    });
  if (result.outcome === "completed") return await completedAnswer(deps, open, result);
  const now = new Date(deps.nowMs());
  await Promise.all([
    recordEnd(deps, open, {
      ...{ code: result.outcome, isUnprocessed: result.unprocessed },
      events: [inferenceEvent({ kind: "SDK" }, result, now)],
    }),
    certifyFailure(deps, open, result),
  ]);
  throw upstreamRefusal(result);
}

const NEVER = new AbortController().signal;

/** The worker gave no answer, or the caller has gone. */
async function recordUnanswered(
  deps: DirectCallDeps,
  open: OpenCall,
  error: unknown,
): Promise<void> {
  const isGone = open.order.trace.isGone?.() ?? false;
  await Promise.all([
    recordUnansweredEvent(deps, open, error),
    certifyUnanswered(deps, open, { status: isGone ? "aborted" : "failed" }),
  ]);
}

export async function recordUnansweredEvent(
  deps: DirectCallDeps,
  open: OpenCall,
  error: unknown,
): Promise<void> {
  const code = error instanceof ApiError ? error.code : "internal_error";
  const error_type = open.order.trace.isGone?.() ? "client_closed_request" : code;
  const event = jobEvent("SDK_INFERENCE_FAILED", { error_type }, new Date(deps.nowMs()));
  const isUnprocessed = error instanceof UnsentError;
  await recordEnd(deps, open, { code: "failed", events: [event], isUnprocessed });
}

async function completedAnswer(
  deps: DirectCallDeps,
  open: OpenCall,
  { choices: received, claim: worker, ...result }: CompletedResult,
): Promise<DirectAnswer> {
  const { choices, scanned, counts, restored, linked } = await directChoices(deps, open, received);
  const dlpRedacted = total(counts) > 0;
  const endedAt = new Date(deps.nowMs());
  const end = { ...result, stop_reason: choices[0]?.stopReason ?? "unknown" };
  const trace = directTrace(deps, open, { result: end, dlpRedacted, linked, endedAt });
  const of = { kind: "SDK" } as const;
  const events = [inferenceEvent(of, end, endedAt), ...outboundEvents(of, counts, endedAt)];
  const certified = {
    ...{ status: "completed" as const, worker, output: modelOutputValue(received) },
    ...{ response: responseValue(scanned), dlpRedacted, attempts: result.attempts, trace },
  };
  if (await certifyDirect(deps, open, certified, eventsOf(open, events))) deps.onEvents();
  else await recordEnd(deps, open, { code: "completed", events });
  return { choices, result, dlpRedacted, relinked: restored > 0, trace };
}
