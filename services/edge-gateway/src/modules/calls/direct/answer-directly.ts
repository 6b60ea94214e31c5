import type { InferenceResult } from "@veil/contracts/inference";
import type { ComplianceTrace } from "@veil/contracts/public/proxy";
import { choiceOf } from "../scanning/scan-outbound.ts";
import type { DirectCallDeps, OpenCall } from "./direct-call.ts";
import { endDirectCall, unanswered } from "./end-direct-call.ts";
import { type DirectChoice, restoredChoices } from "./restored-choices.ts";
import { earlyEnding } from "./stream-transcript.ts";
import { upstreamRefusal } from "./upstream-refusal.ts";

type CompletedResult = Extract<InferenceResult, { outcome: "completed" }>;

export interface DirectAnswer {
  readonly choices: readonly DirectChoice[];
  readonly result: Omit<CompletedResult, "choices" | "claim">;
  readonly dlpRedacted: boolean;
  readonly relinked: boolean;
  readonly trace: ComplianceTrace;
}

/**
 * Sends an open call and reads its whole answer.
 * @throws ApiError according to what the provider said, when there is no answer
 */
export async function answerWhole(deps: DirectCallDeps, open: OpenCall): Promise<DirectAnswer> {
  const { trace } = open.input;
  const answered = await deps.inferences
    .whole(open.job, trace.gone?.() ?? NEVER)
    .catch(async (error: unknown) => {
      await endDirectCall(deps, open, earlyEnding({ blocks: [] }, unanswered(open, error)));
      throw error;
    });
  if (answered.outcome === "failed") {
    const { claim: worker } = answered;
    await endDirectCall(deps, open, { kind: "whole", result: answered, choices: [], worker });
    throw upstreamRefusal(answered);
  }
  return await completedAnswer(deps, open, answered);
}

const NEVER = new AbortController().signal;

async function completedAnswer(
  deps: DirectCallDeps,
  open: OpenCall,
  { choices: received, claim: worker, ...result }: CompletedResult,
): Promise<DirectAnswer> {
  const { choices, dlpRedacted, trace } = await endDirectCall(deps, open, {
    kind: "whole",
    result: { ...result, stop_reason: received[0]?.stop_reason ?? "unknown" },
    choices: received.map(({ blocks }) => choiceOf(blocks)),
    worker,
    received,
  });
  const restored = await restoredChoices(deps, open, { choices, received });
  return { ...restored, result, dlpRedacted, trace };
}
