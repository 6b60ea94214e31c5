import { setImmediate as nextTurn } from "node:timers/promises";
import type { InferenceEnd, InferenceEvent } from "@veil/contracts/inference";
import type { ComplianceTrace } from "@veil/contracts/public/proxy";
import { type OutboundScans, total } from "../scanning/scan-outbound.ts";
import { callTrace, type EarlyEnd, type Ending } from "../trace/end-call.ts";
import { ANSWER_STEP, noteAnswer } from "../trace/note-answer.ts";
import { type BlockEvent, createAnswerStream } from "./answer-stream.ts";
import { stopSequenceOf } from "./answer-whole.ts";
import type { DirectCallDeps, OpenCall } from "./direct-call.ts";
import { endDirectCall, endingCallOf, LEFT, unanswered } from "./end-direct-call.ts";
import {
  addLeft,
  addReceived,
  earlyEnding,
  receivedLength,
  type StreamTranscript,
  streamedEnding,
} from "./stream-endings.ts";
import { upstreamRefusal } from "./upstream-refusal.ts";

export interface StreamStart {
  readonly kind: "start";
  readonly received: Extract<InferenceEvent, { type: "start" }>;
  readonly trace: ComplianceTrace;
}

export interface StreamEnd {
  readonly kind: "end";
  readonly result: Extract<InferenceEnd, { outcome: "completed" }>;
  readonly stopSequence: string | undefined;
  /** True if at least one value was restored. */
  readonly relinked: boolean;
  /** The trace at the start, with how many placeholders were not restored. */
  readonly trace: ComplianceTrace;
}

export type AnswerEvent = StreamStart | BlockEvent | { readonly kind: "ping" } | StreamEnd;

/**
 * Sends an open call and forwards its answer while it arrives: `start`, blocks, `end`. If the
 * reader stops early, the call to the provider is aborted.
 * @throws ApiError when there is no answer or the answer breaks off
 */
export async function* answerStreamed(
  deps: DirectCallDeps,
  open: OpenCall,
): AsyncGenerator<AnswerEvent> {
  const leaving = new AbortController();
  const { gone, steps } = open.input.trace;
  const signal = gone ? AbortSignal.any([gone(), leaving.signal]) : leaving.signal;
  const transcript: StreamTranscript = { blocks: [] };
  const end = streamEnd(deps, open, transcript);
  const endEarly = (early: EarlyEnd) => end(() => earlyEnding(transcript, early));
  const endStep = steps?.begin(ANSWER_STEP, "call");
  try {
    const received = deps.inferences.streamed(open.job, signal);
    yield* answerEvents({ deps, open, transcript, end }, received);
    endStep?.();
  } catch (error) {
    endStep?.(true);
    await endEarly(unanswered(open, error));
    throw error;
  } finally {
    leaving.abort();
    await endEarly(deps.nowMs() >= Date.parse(open.job.deadline) ? LATE : LEFT);
  }
}

/** The end of a call whose deadline passed before the caller had read the whole answer. */
const LATE = { status: "failed", errorType: "deadline_passed" } as const;

/**
 * Returns a function that ends the call, once. The scan runs too late to redact anything, so its
 * findings are only reported.
 */
function streamEnd(deps: DirectCallDeps, open: OpenCall, transcript: StreamTranscript) {
  const scans: OutboundScans = {
    ...deps.scans,
    answer: (input) =>
      deps.scans.answer(input).catch((error: unknown) => {
        deps.onNotRelinked(error);
        return { form: "text", blocks: input.blocks, counts: {} };
      }),
  };
  let isEnded = false;
  return async (ending: () => Ending): Promise<void> => {
    if (isEnded) return;
    isEnded = true;
    const work = () => endDirectCall({ ...deps, scans }, open, ending());
    const { counts } = await deps.endings(receivedLength(transcript), work);
    if (total(counts) > 0) deps.onStreamedMatch();
  };
}

interface AnsweredCall {
  readonly deps: DirectCallDeps;
  readonly open: OpenCall;
  readonly transcript: StreamTranscript;
  readonly end: ReturnType<typeof streamEnd>;
}

async function* answerEvents(
  { deps, open, transcript, end }: AnsweredCall,
  received: AsyncIterable<InferenceEvent>,
): AsyncGenerator<AnswerEvent> {
  const answer = createAnswerStream(deps, open);
  try {
    for await (const event of received) {
      addReceived(transcript, event);
      switch (event.type) {
        case "start":
          yield startOf(deps, open, transcript, event);
          break;
        case "claim":
          break;
        case "ping":
          yield { kind: "ping" };
          break;
        case "end":
          noteAnswer(open.input.trace.steps, open.facts, event.result);
          yield* answer.end();
          // Sends the text now, because the work at the end would delay it.
          await nextTurn();
          addLeft(transcript, event.result, answer.left());
          await end(() => streamedEnding(transcript, event.result));
          yield endOf(open, transcript, event.result, answer.restored() > 0);
          break;
        default:
          yield* answer.take(event);
      }
    }
  } catch (error) {
    // The answer broke off. Sends the text that was held back before the error.
    yield* answer.end();
    throw error;
  }
}

function startOf(
  deps: DirectCallDeps,
  open: OpenCall,
  transcript: StreamTranscript,
  received: StreamStart["received"],
): StreamStart {
  const { attempts, provider } = received;
  const trace = callTrace(deps, endingCallOf(open), {
    result: { outcome: "streamed", attempts, provider },
    dlpRedacted: false,
    endedAt: new Date(deps.nowMs()),
    isolation: deps.isolation.current(),
  });
  transcript.start = { trace, attempts };
  return { kind: "start", received, trace };
}

/** @throws ApiError when the provider failed in the middle of the answer */
function endOf(
  open: OpenCall,
  { start }: StreamTranscript,
  result: InferenceEnd,
  relinked: boolean,
): StreamEnd {
  if (result.outcome === "failed") throw upstreamRefusal(result);
  if (start === undefined) throw new Error("The worker's stream has an end and no start");
  const stopSequence = stopSequenceOf(open, result.stop_sequence);
  return { kind: "end", result, stopSequence, relinked, trace: start.trace };
}
