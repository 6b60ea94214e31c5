import { describe, expect, test } from "@jest/globals";
import { ApiError, ERROR_STATUS, type ErrorCode } from "./errors.ts";

// The statuses in the published API. Changing one breaks clients.
const PUBLISHED: readonly (readonly [ErrorCode, number])[] = [
  ["invalid_json", 400],
  ["missing_field", 400],
  ["empty_context", 400],
  ["prompt_template_pii_detected", 400],
  ["request_too_large", 400],
  ["missing_api_key", 401],
  ["invalid_api_key", 401],
  ["session_required", 401],
  ["invalid_credentials", 401],
  ["admin_unauthorized", 401],
  ["website_unauthorized", 401],
  ["license_expired", 403],
  ["tier_insufficient", 403],
  ["method_not_allowed", 405],
  ["rate_limited", 429],
  ["rate_limit_exceeded", 429],
  ["quota_exceeded", 429],
  ["registration_limit", 429],
  ["sanitizer_unavailable", 503],
  ["token_service_unavailable", 503],
  ["inference_service_unavailable", 503],
  ["veil_unavailable", 503],
  ["server_busy", 503],
];

test.each(PUBLISHED)("the error code %s has the status %i", (code, status) => {
  expect(ERROR_STATUS[code]).toBe(status);
  expect(new ApiError(code, "m").status).toBe(status);
});

describe("An ApiError", () => {
  const cause = new Error("a third party's message");

  test("an ApiError's body contains code, message and options, but not the cause", () => {
    const error = new ApiError("quota_exceeded", "Used up", {
      cause,
      hint: "Upgrade",
      used: 500,
      limit: 500,
      retryAfterSeconds: 60,
    });
    expect(error.toBody("req_1")).toEqual({
      error: "quota_exceeded",
      message: "Used up",
      hint: "Upgrade",
      used: 500,
      limit: 500,
      retry_after_seconds: 60,
      request_id: "req_1",
    });
    expect(error.headers()).toEqual({ "Retry-After": "60" });
    expect(error.cause).toBe(cause);
    expect(JSON.stringify(error.toBody())).not.toContain("third party");
  });

  test("an ApiError's body omits options that are undefined, but not those that are 0", () => {
    expect(new ApiError("not_found", "m").toBody()).toEqual({ error: "not_found", message: "m" });
    expect(new ApiError("not_found", "m").headers()).toEqual({});
    const zero = new ApiError("busy", "m", { retryAfterSeconds: 0, used: 0, limit: 0 });
    expect(zero.toBody()).toMatchObject({ retry_after_seconds: 0, used: 0, limit: 0 });
  });

  test("an ApiError with shouldRetry: false sends x-should-retry: false", () => {
    const error = new ApiError("license_expired", "m", { shouldRetry: false });
    expect(error.headers()).toEqual({ "x-should-retry": "false" });
    expect(error.toBody()).toEqual({ error: "license_expired", message: "m" });
  });

  test("an ApiError request_timeout sends Connection: close", () => {
    expect(new ApiError("request_timeout", "m").headers()).toEqual({ Connection: "close" });
  });

  test("an ApiError with retryAfterHeaderSeconds and allow sends them only as headers", () => {
    const error = new ApiError("method_not_allowed", "m", {
      retryAfterHeaderSeconds: 5,
      allow: ["GET", "HEAD"],
    });
    expect(error.headers()).toEqual({ "Retry-After": "5", Allow: "GET, HEAD" });
    expect(error.toBody()).not.toHaveProperty("retry_after_seconds");
  });
});
