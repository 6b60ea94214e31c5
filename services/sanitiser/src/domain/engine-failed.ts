import { ApiError } from "@veil/contracts/errors";

/** Whatever went wrong with an engine, the text is not sanitised. That a text is too long for it may be said. */
export function engineFailed(cause?: unknown): ApiError {
  if (cause instanceof ApiError && cause.code === "request_too_large") return cause;
  return new ApiError("sanitizer_unavailable", "The text could not be sanitised", {
    cause,
    retryAfterSeconds: 5,
  });
}
