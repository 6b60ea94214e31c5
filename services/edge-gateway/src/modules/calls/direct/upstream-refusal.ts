import { ApiError, type ErrorCode } from "@veil/contracts/errors";
import type { InferenceResult } from "@veil/contracts/inference";

type FailedResult = Extract<InferenceResult, { outcome: "failed" }>;

const BY_STATUS: ReadonlyMap<number, readonly [ErrorCode, string]> = new Map([
  [401, ["upstream_key_refused", "The model provider refused the provider key"]],
  [403, ["upstream_permission_denied", "The model provider does not permit this request"]],
  [404, ["upstream_not_found", "The model provider does not know this model"]],
  [429, ["upstream_rate_limited", "The model provider's own rate limit has been exceeded"]],
  [529, ["upstream_overloaded", "The model provider is overloaded"]],
]);

/**
 * Returns the error that an SDK gets for a failed inference. Its message is a fixed phrase, never
 * the provider's text. It lets the SDK retry only if the provider certainly did not process the
 * call and the worker has not retried it already.
 */
export function upstreamRefusal(result: FailedResult): ApiError {
  const { unprocessed = false, attempts } = result;
  const refusal = refusalOf(result);
  if (unprocessed && attempts <= 1) return refusal;
  return new ApiError(refusal.code, refusal.message, { ...refusal.options, shouldRetry: false });
}

function refusalOf(result: FailedResult): ApiError {
  const { reason, provider_status: status, retry_after_ms } = result;
  const retryAfterSeconds = Math.max(1, Math.ceil((retry_after_ms ?? 1_000) / 1000));
  switch (reason) {
    case "dialect_unsupported":
      return new ApiError(
        "upstream_key_mismatch",
        "The provider behind this key does not have the format of this endpoint",
        { hint: "Use the other SDK endpoint, or send a key of this endpoint's provider" },
      );
    case "credential_unusable":
      return new ApiError("upstream_key_mismatch", "The provider key cannot be used", {
        hint: "Send another key in X-Upstream-Key",
      });
    case "provider_refused":
    case "provider_unavailable": {
      const known = BY_STATUS.get(status ?? 0);
      if (known !== undefined) {
        const [code, message] = known;
        return new ApiError(
          code,
          message,
          code === "upstream_rate_limited" || code === "upstream_overloaded"
            ? { retryAfterSeconds }
            : {},
        );
      }
      if (reason === "provider_refused")
        return new ApiError("upstream_request_refused", "The model provider refused the request", {
          hint: "A parameter or the model may be invalid there, or the messages too long",
        });
      return unavailable("The model provider could not be reached or did not answer");
    }
    case "provider_answer_unreadable":
      // The answer to a retry would be unreadable as well.
      return new ApiError(
        "inference_service_unavailable",
        "The model provider's answer could not be read",
        { shouldRetry: false },
      );
    case "deadline_passed":
    case "attempts_exhausted":
    case "job_unreadable":
      return unavailable("Inference is not available right now");
  }
}

function unavailable(message: string): ApiError {
  return new ApiError("inference_service_unavailable", message, { retryAfterSeconds: 5 });
}
