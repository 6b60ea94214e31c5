import type { ApiError } from "@veil/contracts/errors";
import type { AnswerEvent } from "../../calls/index.ts";
import { sdkError, sdkErrorBody } from "./sdk-error.ts";

/** Writes the stream of one answer in the format of an SDK. */
export interface StreamForm {
  /** Returns the format's events for an event of the answer: none, one, or several. */
  readonly write: (event: AnswerEvent) => string;
  /** Returns the events that replace the rest of an answer after an error. */
  readonly writeError: (error: ApiError, requestId: string) => string;
}

/** The comment that keeps a connection open in formats without an event for it. */
export const KEEP_ALIVE = ": keep-alive\n\n";

/** Returns the body of an error that arrives inside a stream. */
export function sdkErrorOf(error: ApiError, requestId: string) {
  const refusal = sdkError(error);
  return sdkErrorBody(refusal.status, refusal.toBody(requestId));
}
