import { ApiError, type ErrorBody, type ErrorCode } from "@veil/contracts/errors";
import type { SdkErrorBody } from "@veil/contracts/public/sdk";

const OTHER_CODES: Partial<Record<ErrorCode, ErrorCode>> = {
  sanitizer_unavailable: "scanner_unavailable",
  rate_limit_exceeded: "rate_limited",
};

/**
 * Returns whether a retry is useless. SDKs must be told, because otherwise they, and software built
 * on them, would retry or wait for the whole `Retry-After` time.
 */
function isPermanent({ code, status, options }: ApiError): boolean {
  if (code === "quota_exceeded") return true;
  const isRefusal = status < 500 && status !== 429 && status !== 408;
  return isRefusal && options.retryAfterSeconds === undefined;
}

const ENDPOINTS =
  "The SDK endpoints are POST /v1/messages, POST /v1/messages/count_tokens, POST /v1/chat/completions and GET /v1/models. " +
  "POST /v1/responses needs the setting RESPONSES_ENABLED of the deployment and the extension responses in the call " +
  "policy of this key, which the operator sets";

/**
 * Converts an error to the codes of the SDK endpoints, and tells SDKs not to retry if that is
 * useless.
 */
export function sdkError(error: ApiError): ApiError {
  const code = OTHER_CODES[error.code] ?? error.code;
  const { hint = code === "not_found" ? ENDPOINTS : undefined, ...options } = error.options;
  return new ApiError(code, error.message, {
    ...options,
    cause: error.cause,
    ...(hint !== undefined && { hint }),
    ...(isPermanent(error) && { shouldRetry: false }),
  });
}

const TYPES: ReadonlyMap<number, string> = new Map([
  [401, "authentication_error"],
  [403, "permission_error"],
  [404, "not_found_error"],
  [429, "rate_limit_error"],
  [529, "overloaded_error"],
]);

/** Returns the name of the field that a refusal is about, taken from the start of its message. */
function paramOf(message: string): string | null {
  return /^(?:Field|The role of) "([^"]+)"/.exec(message)?.[1] ?? null;
}

/**
 * Returns one body for all SDKs: Anthropic's SDKs read `message` and `error.details`, and OpenAI's
 * SDKs read only `error`.
 */
export function sdkErrorBody(status: number, body: ErrorBody): SdkErrorBody {
  const { error: code, message, request_id, ...more } = body;
  const type = TYPES.get(status) ?? (status < 500 ? "invalid_request_error" : "api_error");
  return {
    type: "error",
    error: { type, message, param: paramOf(message), code, ...more, details: { error_code: code } },
    message,
    ...(request_id !== undefined && { request_id }),
  };
}
