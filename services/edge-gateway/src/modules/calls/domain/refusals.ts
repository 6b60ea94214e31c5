import { ApiError } from "@veil/contracts/errors";

/** Refused before anything is counted: the queue's state is known without asking it. */
export function inferenceUnavailable(hint?: string): ApiError {
  return new ApiError("inference_service_unavailable", "Inference is not available right now", {
    retryAfterSeconds: 5,
    ...(hint !== undefined && { hint }),
  });
}

/** Another customer's job looks like none. */
export function jobNotFound(): ApiError {
  return new ApiError(
    "job_not_found",
    "There is no such job. If you have not deleted it and it is not older than 30 days, it never was there",
    {
      hint: "not admitted and not counted: send it again, with the same Idempotency-Key if you used one",
    },
  );
}
