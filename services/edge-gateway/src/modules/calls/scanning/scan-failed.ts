import { ApiError } from "@veil/contracts/errors";

/** A text that was not read is treated as full of personal data. */
export function scanFailed(cause: unknown): ApiError {
  return new ApiError("sanitizer_unavailable", "The text could not be checked for personal data", {
    cause,
    retryAfterSeconds: 5,
  });
}
