import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import type { EventOutbox } from "../../audit/index.ts";
import type { CallRecord } from "./call-record.ts";
import type { CallTrace } from "./ports.ts";

export interface RefusedCallDeps {
  readonly eventOutbox: Pick<EventOutbox, "add">;
  readonly onEvents: () => void;
  /** The error as the client sees it. */
  readonly toClientError: (error: unknown) => unknown;
  /** If true, no events are stored: the call would wait for a second time-out. */
  readonly isDatabaseUnavailable: (error: unknown) => boolean;
  /** Called when the events of a refused call could not be stored. */
  readonly onNotRecorded: (refusal: { requestId: string; code: string; error: unknown }) => void;
  readonly nowMs: Clock;
}

interface RecordedCall {
  readonly record: CallRecord;
  readonly trace: CallTrace;
}

/**
 * Wraps parts of a call: when one of them refuses it, the events of its steps and that of the
 * refusal are stored before the error goes on. Nothing is stored when the bridge did not answer: no
 * step has left this process.
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
  deps: RefusedCallDeps,
  { record, trace }: RecordedCall,
  cause: unknown,
): Promise<void> {
  const { eventOutbox, onEvents, onNotRecorded, nowMs } = deps;
  const { requestId } = trace;
  const code = codeOf(deps.toClientError(cause), trace);
  if (deps.isDatabaseUnavailable(cause)) return onNotRecorded({ requestId, code, error: cause });
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
