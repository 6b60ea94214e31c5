import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import type { EventOutbox } from "../../audit/index.ts";
import type { CallRecord } from "./call-record.ts";
import type { CallTrace } from "./ports.ts";

export interface RefusedCallDeps {
  readonly eventOutbox: Pick<EventOutbox, "add">;
  readonly onEvents: () => void;
  /** The error as the client sees it. */
  readonly refusalOf: (error: unknown) => unknown;
  /** Events are not tried then: the call would wait for a second time-out. */
  readonly isDatabaseGone: (error: unknown) => boolean;
  /** The events of a refused call could not be stored. */
  readonly onNotRecorded: (refusal: { requestId: string; code: string; error: unknown }) => void;
  readonly nowMs: Clock;
}

interface RecordedCall {
  readonly record: CallRecord;
  readonly trace: CallTrace;
}

/**
 * Wraps parts of a call: when one of them refuses it, the events of its steps and that of the refusal are stored
 * before the error goes on. Nothing is stored when the bridge did not answer: no step has left this process.
 */
export function recordingRefusal(deps: RefusedCallDeps, call: RecordedCall) {
  return async function recording<T>(part: () => Promise<T>): Promise<T> {
    try {
      return await part();
    } catch (error) {
      if (call.record.events().length > 0) await store(deps, call, error);
      throw error;
    }
  };
}

async function store(
  { eventOutbox, onEvents, onNotRecorded, refusalOf, isDatabaseGone, nowMs }: RefusedCallDeps,
  { record, trace }: RecordedCall,
  cause: unknown,
): Promise<void> {
  const { requestId } = trace;
  const code = codeOf(refusalOf(cause), trace);
  if (isDatabaseGone(cause)) return onNotRecorded({ requestId, code, error: cause });
  record.refused(code, new Date(nowMs()));
  try {
    await eventOutbox.add(record.events());
    onEvents();
  } catch (error) {
    onNotRecorded({ requestId, code, error });
  }
}

/** A client that closed its connection gets no answer, and so no code. */
function codeOf(refusal: unknown, { isGone }: CallTrace): string {
  if (isGone?.()) return "client_closed_request";
  return refusal instanceof ApiError ? refusal.code : "internal_error";
}
