/** The HTTP status of each error code. Handlers use the codes, never the statuses. */
export const ERROR_STATUS = {
  invalid_json: 400,
  missing_field: 400,
  empty_context: 400,
  prompt_template_pii_detected: 400,
  invalid_field: 400,
  request_too_large: 400,
  // Errors of the SDK endpoints.
  streaming_not_supported: 400,
  tools_not_supported: 400,
  cache_control_not_supported: 400,
  content_type_not_supported: 400,
  system_prompt_pii_detected: 400,
  tool_definition_pii_detected: 400,
  upstream_key_mismatch: 400,
  upstream_request_refused: 400,
  too_many_lists: 400,
  too_many_keys: 400,
  // Errors of the HTTP layer, before any route.
  bad_request: 400,
  missing_upstream_key: 401,
  upstream_key_refused: 401,
  missing_api_key: 401,
  session_required: 401,
  invalid_credentials: 401,
  admin_unauthorized: 401,
  website_unauthorized: 401,
  invalid_api_key: 401,
  upstream_permission_denied: 403,
  license_expired: 403,
  tier_insufficient: 403,
  key_policy_forbids: 403,
  key_replaced: 403,
  origin_not_allowed: 403,
  role_insufficient: 403,
  upstream_not_found: 404,
  not_found: 404,
  job_not_found: 404,
  certificate_not_found: 404,
  method_not_allowed: 405,
  customer_exists: 409,
  request_timeout: 408,
  last_native_key: 409,
  unsupported_media_type: 415,
  expectation_failed: 417,
  upstream_rate_limited: 429,
  rate_limited: 429,
  rate_limit_exceeded: 429,
  quota_exceeded: 429,
  registration_limit: 429,
  headers_too_large: 431,
  internal_error: 500,
  upstream_overloaded: 529,
  scanner_unavailable: 503,
  sanitizer_unavailable: 503,
  token_service_unavailable: 503,
  inference_service_unavailable: 503,
  veil_unavailable: 503,
  audit_unavailable: 503,
  server_busy: 503,
  // Errors that occur only between services.
  caller_not_authenticated: 401,
  caller_not_allowed: 403,
  list_needed: 409,
  too_many_findings: 422,
  busy: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_STATUS;

export interface ErrorBody {
  readonly error: ErrorCode;
  readonly message: string;
  readonly hint?: string;
  readonly retry_after_seconds?: number;
  readonly used?: number;
  readonly limit?: number;
  readonly request_id?: string;
}

interface ApiErrorOptions {
  readonly cause?: unknown;
  readonly hint?: string;
  readonly retryAfterSeconds?: number;
  /** Sent only as `Retry-After`, because the body has no field for it. */
  readonly retryAfterHeaderSeconds?: number;
  /** `false` keeps the providers' SDKs from retrying the request. */
  readonly shouldRetry?: false;
  readonly used?: number;
  readonly limit?: number;
  readonly allow?: readonly string[];
}

/**
 * An error whose code and message are sent to the client. `message` never contains a value from the
 * request.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  readonly options: Omit<ApiErrorOptions, "cause">;

  constructor(code: ErrorCode, message: string, { cause, ...options }: ApiErrorOptions = {}) {
    super(message, { cause });
    this.code = code;
    this.options = options;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  headers(): Record<string, string> {
    const { retryAfterSeconds, shouldRetry, allow } = this.options;
    const { retryAfterHeaderSeconds = retryAfterSeconds } = this.options;
    return {
      ...(retryAfterHeaderSeconds !== undefined && {
        "Retry-After": String(retryAfterHeaderSeconds),
      }),
      ...(shouldRetry === false && { "x-should-retry": "false" }),
      ...(allow && { Allow: allow.join(", ") }),
      // RFC 9110, section 15.5.9: the rest of a request that timed out may never arrive.
      ...(this.code === "request_timeout" && { Connection: "close" }),
    };
  }

  toBody(requestId?: string): ErrorBody {
    const { hint, retryAfterSeconds, used, limit } = this.options;
    return {
      error: this.code,
      message: this.message,
      ...(hint !== undefined && { hint }),
      ...(retryAfterSeconds !== undefined && { retry_after_seconds: retryAfterSeconds }),
      ...(used !== undefined && { used }),
      ...(limit !== undefined && { limit }),
      ...(requestId !== undefined && { request_id: requestId }),
    };
  }
}
