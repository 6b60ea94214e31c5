import type { Refusal } from "./dialect.ts";

/** The type and code of each error status (guide "Error codes"). */
const ERRORS: Readonly<Record<number, { readonly type: string; readonly code: string }>> = {
  401: { type: "invalid_request_error", code: "invalid_api_key" },
  403: { type: "request_forbidden", code: "unsupported_country_region_territory" },
  404: { type: "invalid_request_error", code: "model_not_found" },
  429: { type: "requests", code: "rate_limit_exceeded" },
};

export function openaiError({ status, message, missing }: Refusal) {
  const { type, code } = ERRORS[status] ?? {
    type: status >= 500 ? "server_error" : "invalid_request_error",
    code: missing ? "missing_required_parameter" : null,
  };
  return { error: { message, type, param: null, code } };
}
