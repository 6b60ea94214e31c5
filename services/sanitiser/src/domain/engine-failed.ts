import { ApiError } from "@veil/contracts/errors";

/**
 * After any failure of an engine the text counts as not sanitised. The error reports no cause
 * except an excess of length.
 */
export function engineFailed(cause?: unknown): ApiError {
  if (cause instanceof ApiError && cause.code === "request_too_large") return cause;
  return new ApiError("sanitizer_unavailable", "The text could not be sanitised", {
    cause,
    retryAfterSeconds: 5,
  });
}
