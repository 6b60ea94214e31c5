import { CHAT, EXPORT, MESSAGES, NATIVE_CALL, REGISTER, SCAN } from "../endpoints.ts";
import { line, remark, run, tested } from "../row.ts";
import * as access from "./access.ts";

const call = (over: object) => ({
  body: { prompt_template: "Summarize: {letter}", context: { letter: "Nothing." }, ...over },
});
const PII = ["write to ann@example.org", "call +49 30 23125 444", "pay DE89370400440532013000"];

export const ERRORS = [
  line(
    "ERR-1",
    "Error body (all gateway errors): `error` (string, machine-readable code), `message` (string, human-readable), both required; optional `hint` (string), `retry_after_seconds` (integer, transient errors only, also sent as the `Retry-After` header), `used` and `limit` (integers, on `quota_exceeded` only), `request_id` (string, present on some gateway errors).",
    run(
      NATIVE_CALL,
      [401, "missing_api_key"],
      "the fields of an error",
      { as: "anonymous" },
      {
        body: { message: String, request_id: /^req_[0-9a-f]{32}$/ },
        without: ["retry_after_seconds", "used", "limit"],
      },
    ),
    tested([429, "quota_exceeded"], NATIVE_CALL),
  ),
  line(
    "ERR-2",
    "Removed legacy endpoints answer 410 with a different body: `error` (narrative string) and `migration` (URI of migration instructions).",
    ["/api/v1/infer", "/api/v1/tokens", "/api/v1/sanitize", "/api/v1/veil/keys"].map((path) =>
      run(
        `POST ${path}`,
        410,
        "a removed endpoint",
        { as: "anonymous" },
        { body: { error: /^This endpoint has been removed\. /, migration: /^https?:/ } },
      ),
    ),
  ),
  line("ERR-3", "| 400 | invalid_json | body not parseable as JSON |", access.NOT_JSON),
  line("ERR-4", "| 400 | missing_field | required field absent |", access.MISSING_FIELD),
  line(
    "ERR-5",
    "| 400 | empty_context | context has no key-value pair |",
    run(NATIVE_CALL, [400, "empty_context"], "a context without a pair", call({ context: {} })),
    run(NATIVE_CALL, [400, "empty_context"], "reserved keys only", call({ context: { __a: "b" } })),
  ),
  line(
    "ERR-6",
    "| 400 | prompt_template_pii_detected | prompt_template contains PII patterns |",
    PII.map((text) =>
      run(
        NATIVE_CALL,
        [400, "prompt_template_pii_detected"],
        `a template that says: ${text}`,
        call({ prompt_template: `{letter} ${text}` }),
      ),
    ),
  ),
  line(
    "ERR-7",
    "| 400 | invalid_field | field has an invalid value (email, provider key prefix, mode, days) |",
    access.UNKNOWN_FIELD,
    run(REGISTER, [400, "invalid_field"], "an email that is not an address", {
      body: { email: "ann" },
    }),
    run(REGISTER, [400, "invalid_field"], "a provider key without a known prefix", {
      body: { email: "ann@example.org", provider_key: "xx-1" },
    }),
    run(NATIVE_CALL, [400, "invalid_field"], "an unknown mode", call({ mode: "dry_run" })),
    run(EXPORT, [400, "invalid_field"], "days below 1", { query: "days=0" }),
  ),
  line("ERR-8", "| 400 | request_too_large | body over 4 MB |", access.TOO_LARGE),
  line(
    "ERR-9",
    "| 400 | streaming_not_supported | `stream:true` on the chat-completions-style endpoint |",
    tested([400, "streaming_not_supported"], CHAT),
  ),
  line(
    "ERR-10",
    "| 400 | (code not named) | messages-style endpoint: hard-identifier patterns in the system prompt |",
    tested([400, "system_prompt_pii_detected"], MESSAGES),
  ),
  line("ERR-11", "| 401 | missing_api_key | no key header |", access.MISSING_KEY),
  line("ERR-12", "| 401 | invalid_api_key | key not valid |", access.INVALID_KEY),
  line("ERR-13", "| 401 | admin_unauthorized | missing or wrong admin key |", access.NO_ADMIN),
  line("ERR-14", "| 403 | license_expired | license expired |", access.EXPIRED_LICENSE),
  line(
    "ERR-15",
    "| 403 | tier_insufficient | tier too low for the endpoint |",
    access.DEVELOPER_KEY,
    run(EXPORT, [403, "tier_insufficient"], "a key of the tier free", { as: "free" }),
    run(EXPORT, [403, "tier_insufficient"], "a session of the tier free", { as: "free session" }),
  ),
  line("ERR-16", "| 405 | method_not_allowed | wrong HTTP method |", access.WRONG_METHOD),
  line(
    "ERR-17",
    "| 410 | (narrative error plus migration) | removed legacy endpoint |",
    run("GET /api/v1/infer/below", 410, "below a removed endpoint", { as: "anonymous" }),
  ),
  line(
    "ERR-18",
    "| 415 | (code not named) | scan with a Content-Type other than application/json |",
    ["text/plain", "application/x-www-form-urlencoded"].map((type) =>
      run(SCAN, [415, "unsupported_media_type"], `a body of the type ${type}`, {
        headers: { "content-type": type },
      }),
    ),
    access.WRONG_CHARSET,
  ),
  line(
    "ERR-19",
    "| 429 | rate_limited | generic rate limit; `Retry-After` carries seconds |",
    access.TOO_MANY_CALLS,
  ),
  line(
    "ERR-20",
    "| 429 | rate_limit_exceeded | per-minute limit on the native proxy |",
    tested([429, "rate_limit_exceeded"], NATIVE_CALL),
  ),
  line(
    "ERR-21",
    "| 429 | quota_exceeded | monthly quota used up; body has `used` and `limit` |",
    tested([429, "quota_exceeded"], NATIVE_CALL),
  ),
  line(
    "ERR-22",
    "| 429 | registration_limit | registrations per IP exceeded |",
    tested([429, "registration_limit"], REGISTER),
  ),
  line(
    "ERR-23",
    "| 503 | sanitizer_unavailable | sanitiser down; fail closed |",
    tested([503, "sanitizer_unavailable"], NATIVE_CALL, SCAN),
  ),
  line(
    "ERR-24",
    "| 503 | token_service_unavailable | token service down |",
    tested([503, "token_service_unavailable"], NATIVE_CALL),
  ),
  line(
    "ERR-25",
    "| 503 | inference_service_unavailable | inference service down |",
    access.NO_DATABASE,
  ),
  line(
    "ERR-26",
    "| (not given) | scanner_unavailable | sanitiser unreachable, failing closed, on the hosted gateway |",
    tested([503, "scanner_unavailable"], MESSAGES, CHAT),
  ),
  line(
    "ERR-27",
    "Error codes for the veil, admin, compliance, website and session endpoints: not shown.",
    remark("Decided: see the lines about these endpoints"),
  ),
];
