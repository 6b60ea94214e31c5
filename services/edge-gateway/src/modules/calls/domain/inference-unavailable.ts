import { ApiError } from "@veil/contracts/errors";

/** Refused before anything is counted: the queue's state is known without asking it. */
export function inferenceUnavailable(hint?: string): ApiError {
  return new ApiError("inference_service_unavailable", "Inference is not available right now", {
    retryAfterSeconds: 5,
    ...(hint !== undefined && { hint }),
  });
}
