import type { InferenceEnd, InferenceEvent } from "@veil/contracts/inference";
import type { ComplianceTrace } from "@veil/contracts/public/proxy";
import { jobEvent } from "../../audit/index.ts";
import { addedUp, type Counts, scanOutbound } from "../scanning/scan-outbound.ts";
import { inferenceEvent, outboundEvents } from "../trace/events.ts";
import { recordUnansweredEvent } from "./answer-directly.ts";
import { type AnswerStream, type BlockEvent, createAnswerStream } from "./answer-stream.ts";
import { createStreamRecord, type StreamRecord } from "./certify-stream.ts";
import { type DirectCallDeps, type OpenCall, recordEnd } from "./direct-call.ts";
import { stopSequenceOf } from "./direct-choices.ts";
import { directTrace } from "./direct-trace.ts";
import { upstreamRefusal } from "./upstream-refusal.ts";

type Completed = Extract<InferenceEnd, { outcome: "completed" }>;

export interface StreamStart {
  readonly kind: "start";
  readonly received: Extract<InferenceEvent, { type: "start" }>;
  readonly trace: ComplianceTrace;
}

interface StreamEnd {
  readonly kind: "end";
  readonly result: Completed;
  readonly stopSequence: string | undefined;
  /** Whether values were restored. */
  readonly relinked: boolean;
}

export type AnswerEvent = StreamStart | BlockEvent | { readonly kind: "ping" } | StreamEnd;

/**
 * Sends an open call and passes its answer on while it is received: `start`, blocks, `end`. Leaving early aborts the
 * call to the provider.
 * @throws ApiError when there is no answer, or no more of it
 */
export async function* answerStreamed(
  deps: DirectCallDeps,
  open: OpenCall,
): AsyncGenerator<AnswerEvent> {
  const leaving = new AbortController();
  const { gone } = open.order.trace;
  const signal = gone ? AbortSignal.any([gone(), leaving.signal]) : leaving.signal;
  const stream = createStreamRecord(deps, open);
  let isRecorded = false;
  try {
    const received = deps.inferences.streamed(open.job, signal);
    yield* events(deps, open, received, stream, () => {
      isRecorded = true;
    });
  } catch (error) {
    if (!isRecorded) {
      const isGone = open.order.trace.isGone?.() ?? false;
      await deps.endings(stream.length(), async () => {
        const unanswered = recordUnansweredEvent(deps, open, error);
        await Promise.all([unanswered, stream.cutOff(isGone ? "aborted" : "failed")]);
      });
    }
    isRecorded = true;
    throw error;
  } finally {
    leaving.abort();
    if (!isRecorded) {
      const isLate = deps.nowMs() >= Date.parse(open.job.deadline);
      const [code, status] = isLate ? LATE : LEFT;
      await deps.endings(stream.length(), () =>
        Promise.all([recordLeft(deps, open, code), stream.cutOff(status)]),
      );
    }
  }
}

async function* events(
  deps: DirectCallDeps,
  open: OpenCall,
  received: AsyncIterable<InferenceEvent>,
  stream: StreamRecord,
  onRecorded: () => void,
): AsyncGenerator<AnswerEvent> {
  const answer = createAnswerStream(deps, open);
  try {
    yield* answeredEvents({ deps, open, answer, stream, onRecorded }, received);
  } catch (error) {
    // The answer breaks off: what was held back of it is sent before the error.
    yield* answer.end();
    throw error;
  }
}

interface Answering {
  readonly deps: DirectCallDeps;
  readonly open: OpenCall;
  readonly answer: AnswerStream;
  readonly stream: StreamRecord;
  readonly onRecorded: () => void;
}

async function* answeredEvents(
  { deps, open, answer, stream, onRecorded }: Answering,
  received: AsyncIterable<InferenceEvent>,
): AsyncGenerator<AnswerEvent> {
  for await (const event of received) {
    stream.take(event);
    switch (event.type) {
      case "start": {
        const start = startOf(deps, open, event);
        stream.started(start.trace, event.attempts);
        yield start;
        break;
      }
      case "claim":
        break;
      case "ping":
        yield { kind: "ping" };
        break;
      case "end":
        yield* answer.end();
        onRecorded();
        await deps.endings(stream.length(), () =>
          Promise.all([
            recordResult(deps, open, event.result, stream.texts()),
            stream.ended(event.result),
          ]),
        );
        yield endOf(open, requireCompleted(event.result), answer.restored() > 0);
        break;
      default:
        yield* answer.take(event);
    }
  }
}

function startOf(
  deps: DirectCallDeps,
  open: OpenCall,
  received: StreamStart["received"],
): StreamStart {
  const { attempts, provider } = received;
  const result = { outcome: "streamed", attempts, provider } as const;
  const endedAt = new Date(deps.nowMs());
  const end = { result, dlpRedacted: false, linked: undefined, endedAt };
  const trace = directTrace(deps, open, end);
  return { kind: "start", received, trace };
}

function requireCompleted(result: InferenceEnd): Completed {
  if (result.outcome === "completed") return result;
  throw upstreamRefusal(result);
}

function endOf(open: OpenCall, result: Completed, relinked: boolean): StreamEnd {
  const stopSequence = stopSequenceOf(open, result.stop_sequence);
  return { kind: "end", result, stopSequence, relinked };
}

/** The scan comes too late to redact: what it finds is reported. */
async function recordResult(
  deps: DirectCallDeps,
  open: OpenCall,
  result: InferenceEnd,
  texts: readonly string[],
): Promise<void> {
  const of = { kind: "SDK" } as const;
  const counts = addedUp(await Promise.all(texts.map((text) => countsIn(deps, open, text))));
  const now = new Date(deps.nowMs());
  const found = outboundEvents(of, counts, now);
  if (found.length > 0) deps.onStreamedMatch();
  await recordEnd(deps, open, {
    ...{ code: result.outcome, events: [inferenceEvent(of, result, now), ...found] },
    isUnprocessed: result.outcome === "failed" && result.unprocessed,
  });
}

async function countsIn(deps: DirectCallDeps, { facts }: OpenCall, text: string): Promise<Counts> {
  const { types_off: keep = [] } = facts;
  return await scanOutbound(deps.scans, { blocks: [text], keep }).then(
    (scanned) => scanned.counts,
    (error: unknown) => {
      deps.onNotRelinked(error);
      return {};
    },
  );
}

/** The caller has gone before the end. */
const LEFT = ["client_closed_request", "aborted"] as const;
/** The caller had not read the answer to its end when its time was up. */
const LATE = ["deadline_passed", "failed"] as const;

async function recordLeft(
  deps: DirectCallDeps,
  open: OpenCall,
  error_type: (typeof LEFT | typeof LATE)[0],
): Promise<void> {
  const event = jobEvent("SDK_INFERENCE_FAILED", { error_type }, new Date(deps.nowMs()));
  await recordEnd(deps, open, { code: "failed", events: [event] });
}
