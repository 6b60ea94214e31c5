import type { Choice, InferenceResult } from "@veil/contracts/inference";
import type { ComplianceTrace } from "@veil/contracts/public/proxy";
import { findPlaceholders } from "@veil/pii/relink";
import { type ArgumentsRelinker, createArgumentsRelinker, type RelinkText } from "@veil/relink";
import { runStep } from "@veil/service-kit/telemetry";
import { relink, unsealedMap } from "../scanning/relink-map.ts";
import { choiceOf, type OutboundChoice, type OutboundScan } from "../scanning/scan-outbound.ts";
import { ANSWER_STEP, noteAnswer } from "../trace/note-answer.ts";
import type { DirectCallDeps, OpenCall } from "./direct-call.ts";
import { endDirectCall, unanswered } from "./end-direct-call.ts";
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
 * @throws ApiError that reflects the provider's response, when there is no answer
 */
export async function answerWhole(deps: DirectCallDeps, open: OpenCall): Promise<DirectAnswer> {
  const { trace } = open.input;
  const answered = await runStep(trace.steps, [ANSWER_STEP, "call"], () =>
    deps.inferences.whole(open.job, trace.gone?.() ?? NEVER),
  ).catch(async (error: unknown) => {
    await endDirectCall(deps, open, {
      ...{ kind: "ended_early", ...unanswered(open, error) },
      ...{ choices: [], worker: undefined },
    });
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
  const { steps } = open.input.trace;
  const ended = { ...result, stop_reason: received[0]?.stop_reason ?? "unknown" };
  noteAnswer(steps, open.facts, ended);
  const { choices, dlpRedacted, trace } = await endDirectCall(deps, open, {
    kind: "whole",
    result: ended,
    choices: received.map(({ blocks }) => choiceOf(blocks)),
    worker,
    received,
  });
  const restored = await runStep(steps, ["relink", "own"], () =>
    restoredChoices(deps, open, { choices, received }),
  );
  return { ...restored, result, dlpRedacted, trace };
}

export interface DirectChoice extends OutboundChoice {
  readonly stopReason: string;
  readonly stopSequence: string | undefined;
}

/** Returns the choices of an answer, with values restored if the call requests it. */
async function restoredChoices(
  deps: DirectCallDeps,
  open: OpenCall,
  { choices, received }: Pick<OutboundScan, "choices"> & { readonly received: readonly Choice[] },
) {
  const { input, prepared } = open;
  const map = input.relink ? unsealedMap(prepared.sanitisation.entries) : undefined;
  const restoring = restoringCall(deps, open);
  let restored = 0;

  async function restore(choice: OutboundScan["choices"][number], at: number) {
    const { answer, text, calls, thoughts } = choice;
    const relinked = map && (await relink(deps, answer, map));
    restored += relinked?.restored ?? 0;
    return {
      text: relinked?.blocks.join("") ?? text,
      calls: await Promise.all(calls.map((call) => restoredCall(call, restoring))),
      thoughts,
      stopReason: received[at]?.stop_reason ?? "unknown",
      stopSequence: stopSequenceOf(open, received[at]?.stop_sequence),
    };
  }

  const read = await Promise.all(choices.map(restore));
  return { choices: read, relinked: restored + restoring.restored() > 0 };
}

async function restoredCall(
  { name, arguments: json }: OutboundChoice["calls"][number],
  restoring: ReturnType<typeof restoringCall>,
) {
  const relinker = restoring.relinkerFor(name);
  return { name, arguments: relinker ? (await relinker.push(json)) + relinker.end() : json };
}

/**
 * Returns the stop sequence that was hit: as the caller wrote it if values are restored, otherwise
 * sanitised.
 */
export function stopSequenceOf({ input, job }: OpenCall, sanitised: string | undefined) {
  if (sanitised === undefined || !input.relink) return sanitised;
  const at = job.options.stop?.findIndex((text) => String(text) === sanitised) ?? -1;
  return input.content.stop[at] ?? sanitised;
}

/**
 * Returns functions that restore values in the arguments of tool calls, but only for the tools that
 * the API key's policy names.
 */
export function restoringCall(
  deps: Pick<DirectCallDeps, "scans" | "onNotRelinked">,
  { input, prepared }: OpenCall,
) {
  const { relinkTools } = input.content;
  const map = relinkTools.size > 0 ? unsealedMap(prepared.sanitisation.entries) : undefined;
  let restored = 0;
  let left: number | undefined = 0;
  const relinkText: RelinkText = async (text) => {
    if (map === undefined || findPlaceholders(text).length === 0) return text;
    const relinked = await relink(deps, { form: "string", blocks: [text] }, map);
    restored += relinked?.restored ?? 0;
    left = relinked && left !== undefined ? left + relinked.left : undefined;
    return relinked?.blocks.join("") ?? text;
  };
  const isRestored = (tool: string) => input.relink && relinkTools.has(tool);
  return {
    /** Returns undefined if values are not restored in the arguments of this tool. */
    relinkerFor: (tool: string): ArgumentsRelinker | undefined =>
      isRestored(tool) ? createArgumentsRelinker(relinkText) : undefined,
    restored: () => restored,
    /**
     * Returns how many placeholders stayed because of their position. Undefined if a text could not
     * be read.
     */
    left: () => left,
  };
}
