import { CHAT, FRESH, MESSAGES, NATIVE_CALL, USAGE } from "../endpoints.ts";
import { line, run, tested } from "../row.ts";

const ID = { headers: { "x-request-id": "client-7" } };

export const HEADERS = [
  line(
    "DEC-5",
    "500 `internal_error` (no detail leaves); 408 `request_timeout`; 431 `headers_too_large`; 417 `expectation_failed`; 400 `bad_request` (HTTP layer, Host)",
    tested([500, "internal_error"], USAGE),
    tested([408, "request_timeout"], USAGE),
    tested([431, "headers_too_large"], USAGE),
    tested([417, "expectation_failed"], USAGE),
    tested([400, "bad_request"], USAGE),
  ),
  line(
    "DEC-6",
    "Request ids are ours, 128 random bits; a client's `x-request-id` is echoed as `x-client-request-id`, never used.",
    run(USAGE, 200, "a client's id", ID, {
      headers: { "x-client-request-id": "client-7", "x-request-id": /^req_[0-9a-f]{32}$/ },
    }),
    run(
      USAGE,
      [401, "missing_api_key"],
      "a client's id at an error",
      { ...ID, as: "anonymous" },
      { headers: { "x-client-request-id": "client-7" } },
    ),
  ),
  line("DEC-7", "202 carries `Location: /api/v1/proxy/jobs/{job_id}`.", tested(202, NATIVE_CALL)),
  line(
    "DEC-8",
    "Every wrong method is 405 with `Allow`. Every error is JSON.",
    run(
      "PATCH /api/v1/scan",
      [405, "method_not_allowed"],
      "PATCH",
      {},
      { headers: { allow: "POST" } },
    ),
  ),
  line(
    "DEC-9",
    "`x-should-retry: false` on quota and licence errors (SDKs otherwise retry or sleep for the whole `Retry-After`).",
    tested([429, "quota_exceeded"], MESSAGES, CHAT),
    tested([503, "server_busy"], MESSAGES, CHAT),
  ),
  line(
    "DEC-10",
    "`x-request-id` and `request-id` on every reply.",
    run(USAGE, 200, "request-id", {}, { headers: { "request-id": /^req_[0-9a-f]{32}$/ } }),
  ),
  line(
    "DEC-11",
    "`Idempotency-Key` is accepted on the native call: same key and body within 24 h gives the same job.",
    run(NATIVE_CALL, 200, "an Idempotency-Key", { headers: { "idempotency-key": FRESH } }),
    run(NATIVE_CALL, [400, "invalid_field"], "one with a blank", {
      headers: { "idempotency-key": "a b" },
    }),
  ),
];
