import { ApiError } from "@veil/contracts/errors";

/** Refuses a call before anything is counted. */
export function inferenceUnavailable(hint?: string): ApiError {
  return new ApiError("inference_service_unavailable", "Inference is not available right now", {
    retryAfterSeconds: 5,
    ...(hint !== undefined && { hint }),
  });
}

/** Another customer's job is reported as unknown. */
export function jobNotFound(): ApiError {
  return new ApiError(
    "job_not_found",
    "There is no such job. Jobs are kept for 30 days unless you delete them",
    {
      hint: "If the id came from a 202 response and you did not delete the job, the request was not admitted and not counted: send it again, with the same Idempotency-Key if you used one",
    },
  );
}
