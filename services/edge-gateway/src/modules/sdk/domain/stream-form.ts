import type { ApiError } from "@veil/contracts/errors";
import { sdkError, sdkErrorBody } from "./sdk-error.ts";

/** What the streams of one format have besides the events of the answer. */
export interface StreamForm {
  /** What is sent when a stream is silent. */
  readonly ping: string;
  /** Returns the event that replaces the rest of an answer after an error. */
  readonly errorEvent: (error: ApiError, requestId: string) => string;
}

/** Returns the body of an error that arrives inside a stream. */
export function sdkErrorOf(error: ApiError, requestId: string) {
  const refusal = sdkError(error);
  return sdkErrorBody(refusal.status, refusal.toBody(requestId));
}
