import { NATIVE_CALL } from "../endpoints.ts";
import { line, run, tested } from "../row.ts";

const EMAIL = "margaret.holloway@post.example";
const call = (over: object = {}) => ({
  body: {
    prompt_template: "Answer this letter: {letter}",
    context: { letter: `Please write to ${EMAIL}.` },
    ...over,
  },
});

export const NATIVE = [
  line(
    "CALL-32",
    "- Auth: API key (header `x-api-key`), minimum tier free. Body: ProxyRequest. Body size limit 4 MB.",
    (["free", "pro", "enterprise"] as const).map((as) =>
      run(NATIVE_CALL, 200, `a key of the tier ${as}`, { ...call(), as }),
    ),
    run(NATIVE_CALL, 200, "a body of 4 MB", { bytes: 4 * 1024 * 1024 }),
    tested([503, "server_busy"], NATIVE_CALL),
  ),
  line(
    "CALL-33",
    "- 200: ProxyResponse. 202: accepted-but-processing body.",
    run(NATIVE_CALL, 200, "an answer", call(), { body: { status: "JOB_STATUS_COMPLETED" } }),
    tested(202, NATIVE_CALL, "GET /api/v1/proxy/jobs/{job_id}"),
    run(
      "GET /api/v1/proxy/jobs/{job_id}",
      200,
      "the job has ended",
      {},
      { body: { status: "JOB_STATUS_COMPLETED" } },
    ),
    run("GET /api/v1/proxy/jobs/{job_id}", [400, "invalid_field"], "relink that is no boolean", {
      query: "relink=maybe",
    }),
    run("GET /api/v1/proxy/jobs/{job_id}", [404, "job_not_found"], "an unknown job", {
      unknownIds: true,
    }),
    run("GET /api/v1/proxy/jobs/{job_id}", [404, "job_not_found"], "another customer's job", {
      as: "enterprise",
    }),
    run("DELETE /api/v1/proxy/jobs/{job_id}", [404, "job_not_found"], "another customer's job", {
      as: "enterprise",
    }),
    tested(204, "DELETE /api/v1/proxy/jobs/{job_id}"),
    tested([404, "job_not_found"], NATIVE_CALL),
  ),
  line(
    "CALL-34",
    "- 400: `invalid_json`, `missing_field` (for example prompt_template), `empty_context`, `prompt_template_pii_detected`, `invalid_field` (mode not live or proving_ground), `request_too_large`.",
    run(NATIVE_CALL, [400, "invalid_json"], "an empty body", { body: "" }),
    run(NATIVE_CALL, [400, "invalid_json"], "a member name that occurs twice", {
      body: '{"context":{"a":"b"},"prompt_template":"{a}","prompt_template":"{a}"}',
    }),
    run(NATIVE_CALL, [400, "missing_field"], "no prompt_template", {
      body: { context: { a: "b" } },
    }),
    run(NATIVE_CALL, [400, "missing_field"], "no context", { body: { prompt_template: "{a}" } }),
    run(NATIVE_CALL, [400, "empty_context"], "a context of __proto__", {
      body: '{"prompt_template":"{a}","context":{"__proto__":"x"}}',
    }),
    run(NATIVE_CALL, [400, "prompt_template_pii_detected"], "a social security number", {
      ...call({ prompt_template: "{letter} SSN 536-90-4399" }),
    }),
    run(NATIVE_CALL, [400, "invalid_field"], "a mode in capitals", call({ mode: "LIVE" })),
    run(NATIVE_CALL, [400, "request_too_large"], "a body of 5 MB", { bytes: 5 * 1024 * 1024 }),
  ),
  line(
    "CALL-35",
    "- 401, 403, 405 as in Errors. 429: `rate_limit_exceeded`, `quota_exceeded` (with `used`, `limit`, `hint`), with `Retry-After`. 503: `sanitizer_unavailable`, `token_service_unavailable`, `inference_service_unavailable`, each with `retry_after_seconds`.",
    run(NATIVE_CALL, [401, "missing_api_key"], "no key, with any body", {
      as: "anonymous",
      body: "{",
    }),
    run(NATIVE_CALL, [403, "license_expired"], "an expired license, with any body", {
      as: "expired",
      body: "{",
    }),
    run(
      "PUT /api/v1/proxy/messages",
      [405, "method_not_allowed"],
      "a wrong method is refused before the key is read",
      {},
      { headers: { allow: "POST" } },
    ),
    tested([429, "rate_limit_exceeded"], NATIVE_CALL),
    tested([429, "quota_exceeded"], NATIVE_CALL),
    tested([503, "sanitizer_unavailable"], NATIVE_CALL),
    tested([503, "token_service_unavailable"], NATIVE_CALL),
    tested([503, "inference_service_unavailable"], NATIVE_CALL),
  ),
  line(
    "CALL-36",
    "- Proving-ground mode requires `activity_id` and returns `ground_truth_evaluation`.",
    run(NATIVE_CALL, [400, "missing_field"], "no activity_id", call({ mode: "proving_ground" })),
    run(
      NATIVE_CALL,
      200,
      "the proving ground",
      call({ mode: "proving_ground", activity_id: "a-1" }),
      { body: { ground_truth_evaluation: { total_annotations: 0, detection_rate: 1 } } },
    ),
  ),
  line("CALL-37", "- Emits audit events (see Events)."),
];
