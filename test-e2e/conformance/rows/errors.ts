import { EXPORT, LOGIN, NATIVE_CALL, REGISTER, SCAN } from "../endpoints.ts";
import { inGateway, line, provenBy, remark, run } from "../row.ts";
import * as access from "./access.ts";
import { SDK } from "./sdk.ts";

const call = (over: object) => ({
  body: { prompt_template: "Summarize: {letter}", context: { letter: "Nothing." }, ...over },
});
const PII = ["write to ann@example.org", "call +49 30 23125 444", "pay DE89370400440532013000"];

export const ERRORS = [
  line(
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
    provenBy(
      NATIVE_CALL,
      [429, "quota_exceeded"],
      "used and limit",
      inGateway(
        "refusals",
        "When the month's quota is used up, then 429 with what was used, and the count stays",
      ),
    ),
  ),
  line(
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
  line("| 400 | invalid_json | body not parseable as JSON |", access.NOT_JSON),
  line("| 400 | missing_field | required field absent |", access.MISSING_FIELD),
  line(
    "| 400 | empty_context | context has no key-value pair |",
    run(NATIVE_CALL, [400, "empty_context"], "no pair", call({ context: {} })),
    run(NATIVE_CALL, [400, "empty_context"], "reserved keys only", call({ context: { __a: "b" } })),
  ),
  line(
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
    "| 400 | invalid_field | field has an invalid value (email, provider key prefix, mode, days) |",
    access.UNKNOWN_FIELD,
    run(REGISTER, [400, "invalid_field"], "no email address", { body: { email: "ann" } }),
    run(REGISTER, [400, "invalid_field"], "a provider key without a known prefix", {
      body: { email: "ann@example.org", provider_key: "xx-1" },
    }),
    run(NATIVE_CALL, [400, "invalid_field"], "an unknown mode", call({ mode: "dry_run" })),
    run(EXPORT, [400, "invalid_field"], "days below 1", { query: "days=0" }),
  ),
  line(
    "| 400 | request_too_large | body over 4 MB |",
    access.TOO_LARGE,
    provenBy(
      NATIVE_CALL,
      [400, "request_too_large"],
      "4 MB are served, and one byte more is refused",
      inGateway("hostile-input", "Exactly 4 MB is served, one byte more is request_too_large"),
    ),
  ),
  line(
    "| 400 | streaming_not_supported | `stream:true` on the chat-completions-style endpoint |",
    SDK.streaming,
  ),
  line(
    "| 400 | (code not named) | messages-style endpoint: hard-identifier patterns in the system prompt |",
    SDK.systemPrompt,
  ),
  line("| 401 | missing_api_key | no key header |", access.MISSING_KEY),
  line("| 401 | invalid_api_key | key not valid |", access.INVALID_KEY),
  line("| 401 | admin_unauthorized | missing or wrong admin key |", access.NO_ADMIN),
  line("| 403 | license_expired | license expired |", access.EXPIRED_LICENSE),
  line(
    "| 403 | tier_insufficient | tier too low for the endpoint |",
    access.DEVELOPER_KEY,
    run(EXPORT, [403, "tier_insufficient"], "a key of the tier free", { as: "free" }),
    run(EXPORT, [403, "tier_insufficient"], "a session of the tier free", { as: "free session" }),
  ),
  line("| 405 | method_not_allowed | wrong HTTP method |", access.WRONG_METHOD),
  line(
    "| 410 | (narrative error plus migration) | removed legacy endpoint |",
    run("GET /api/v1/infer/below", 410, "below a removed endpoint", { as: "anonymous" }),
  ),
  line(
    "| 415 | (code not named) | scan with a Content-Type other than application/json |",
    ["text/plain", "application/x-www-form-urlencoded"].map((type) =>
      run(SCAN, [415, "unsupported_media_type"], `a body of the type ${type}`, {
        headers: { "content-type": type },
      }),
    ),
    access.WRONG_CHARSET,
  ),
  line(
    "| 429 | rate_limited | generic rate limit; `Retry-After` carries seconds |",
    access.TOO_MANY_CALLS,
    provenBy(
      LOGIN,
      [429, "rate_limited"],
      "failed logins of an address",
      inGateway(
        "login-limit",
        "of an address are limited a minute, whatever it sends then, and no other address is affected",
      ),
    ),
  ),
  line(
    "| 429 | rate_limit_exceeded | per-minute limit on the native proxy |",
    provenBy(
      NATIVE_CALL,
      [429, "rate_limit_exceeded"],
      "one call more than the tier's limit a minute",
      inGateway(
        "refusals",
        "When the minute's limit is exceeded, then 429 with the seconds to wait",
      ),
    ),
  ),
  line(
    "| 429 | quota_exceeded | monthly quota used up; body has `used` and `limit` |",
    provenBy(
      NATIVE_CALL,
      [429, "quota_exceeded"],
      "one call more than the tier's limit a month",
      inGateway(
        "refusals",
        "When the month's quota is used up, then 429 with what was used, and the count stays",
      ),
    ),
  ),
  line(
    "| 429 | registration_limit | registrations per IP exceeded |",
    provenBy(
      REGISTER,
      [429, "registration_limit"],
      "the sixth new key of an address in an hour",
      inGateway(
        "register-limit",
        "the sixth key for one address within an hour is refused, and nothing else is",
      ),
    ),
  ),
  line(
    "| 503 | sanitizer_unavailable | sanitiser down; fail closed |",
    provenBy(
      NATIVE_CALL,
      [503, "sanitizer_unavailable"],
      "the sanitiser does not answer in time",
      inGateway("fail-closed", "the sanitiser: 503 sanitizer_unavailable after its time-out"),
    ),
    provenBy(
      SCAN,
      [503, "sanitizer_unavailable"],
      "no sanitiser listens",
      inGateway("scan", "no sanitiser listens"),
    ),
  ),
  line(
    "| 503 | token_service_unavailable | token service down |",
    provenBy(
      NATIVE_CALL,
      [503, "token_service_unavailable"],
      "the bridge does not answer in time",
      inGateway("fail-closed", "the bridge: 503 token_service_unavailable after its time-out"),
    ),
  ),
  line(
    "| 503 | inference_service_unavailable | inference service down |",
    provenBy(
      NATIVE_CALL,
      [503, "inference_service_unavailable"],
      "the worker does not answer",
      inGateway(
        "jobs",
        "When the worker does not answer, then 503 at once, and nothing is counted",
      ),
    ),
    access.NO_DATABASE,
  ),
  line(
    "| (not given) | scanner_unavailable | sanitiser unreachable, failing closed, on the hosted gateway |",
    SDK.scanner,
  ),
  line(
    "Error codes for the veil, admin, compliance, website and session endpoints: not shown.",
    remark("Decided: see the lines about these endpoints"),
  ),
];
