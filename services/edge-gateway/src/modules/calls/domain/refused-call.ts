import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import type { EventOutbox } from "../../audit/index.ts";
import type { CallTrace } from "../ports.ts";
import type { CallRecord } from "./call-record.ts";

export interface RefusedCallDeps {
  readonly eventOutbox: Pick<EventOutbox, "add">;
  readonly onEvents: () => void;
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
export function recordingRefusal(deps: RefusedCallDeps, { record, trace }: RecordedCall) {
  return async function recording<T>(part: () => Promise<T>): Promise<T> {
    try {
      return await part();
    } catch (error) {
      if (record.events().length > 0) await store(deps, { record, trace }, codeOf(error, trace));
      throw error;
    }
  };
}

async function store(
  { eventOutbox, onEvents, onNotRecorded, nowMs }: RefusedCallDeps,
  { record, trace: { requestId } }: RecordedCall,
  code: string,
): Promise<void> {
  record.refused(code, new Date(nowMs()));
  try {
    await eventOutbox.add(record.events());
    onEvents();
  } catch (error) {
    onNotRecorded({ requestId, code, error });
  }
}

/** A client that closed its connection gets no answer, and so no code. */
function codeOf(error: unknown, { isGone }: CallTrace): string {
  if (isGone?.()) return "client_closed_request";
  return error instanceof ApiError ? error.code : "internal_error";
}
