import { ApiError } from "@veil/contracts/errors";

/**
 * Returns the error for a failed engine: the text counts as not sanitised. The error hides the
 * cause, unless the text was too long.
 */
export function engineFailed(cause?: unknown): ApiError {
  if (cause instanceof ApiError && cause.code === "request_too_large") return cause;
  return new ApiError("sanitizer_unavailable", "The text could not be sanitised", {
    cause,
    retryAfterSeconds: 5,
  });
}
