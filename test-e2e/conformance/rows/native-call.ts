import { NATIVE_CALL } from "../endpoints.ts";
import { inGateway, line, provenBy, run, tested } from "../row.ts";

const EMAIL = "margaret.holloway@post.example";
const call = (over: object = {}) => ({
  body: {
    prompt_template: "Answer this letter: {letter}",
    context: { letter: `Please write to ${EMAIL}.` },
    ...over,
  },
});
const SERVED_LATER = inGateway(
  "jobs",
  "When the time to wait is over, then 202 and where to ask, and later the answer",
);

export const NATIVE = [
  line(
    "- Auth: API key (header `x-api-key`), minimum tier free. Body: ProxyRequest. Body size limit 4 MB.",
    (["free", "pro", "enterprise"] as const).map((as) =>
      run(NATIVE_CALL, 200, `a key of the tier ${as}`, { ...call(), as }),
    ),
    run(NATIVE_CALL, 200, "a body of 4 MB", { bytes: 4 * 1024 * 1024 }),
    provenBy(
      NATIVE_CALL,
      [503, "server_busy"],
      "others' large bodies are in flight",
      inGateway(
        "bodies-in-flight",
        "While a large body is in flight, others' large ones are 503 server_busy, and the customer's own 429",
      ),
    ),
  ),
  line(
    "- 200: ProxyResponse. 202: accepted-but-processing body.",
    run(NATIVE_CALL, 200, "an answer", call(), { body: { status: "JOB_STATUS_COMPLETED" } }),
    provenBy(NATIVE_CALL, 202, "no answer within the wait; Location", SERVED_LATER),
    provenBy("GET /api/v1/proxy/jobs/{job_id}", 202, "the job goes on", SERVED_LATER),
    run(
      "GET /api/v1/proxy/jobs/{job_id}",
      200,
      "the job has ended",
      {},
      {
        body: { status: "JOB_STATUS_COMPLETED" },
      },
    ),
    run("GET /api/v1/proxy/jobs/{job_id}", [404, "job_not_found"], "an unknown job", {
      unknownIds: true,
    }),
    run("GET /api/v1/proxy/jobs/{job_id}", [404, "job_not_found"], "another customer's job", {
      as: "enterprise",
    }),
    run("DELETE /api/v1/proxy/jobs/{job_id}", [404, "job_not_found"], "another customer's job", {
      as: "enterprise",
    }),
    provenBy(
      "DELETE /api/v1/proxy/jobs/{job_id}",
      204,
      "the customer's own job",
      inGateway("jobs", "A deleted job is gone, before it is done and after"),
    ),
    provenBy(
      NATIVE_CALL,
      [404, "job_not_found"],
      "deleted while the call waited",
      inGateway(
        "account-deletion",
        "A job that has no answer is cancelled: its late result is dropped, and who waits gets 404",
      ),
    ),
  ),
  line(
    "- 400: `invalid_json`, `missing_field` (for example prompt_template), `empty_context`, `prompt_template_pii_detected`, `invalid_field` (mode not live or proving_ground), `request_too_large`.",
    run(NATIVE_CALL, [400, "invalid_json"], "an empty body", { body: "" }),
    run(NATIVE_CALL, [400, "invalid_json"], "a key that stands twice", {
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
    "- 401, 403, 405 as in Errors. 429: `rate_limit_exceeded`, `quota_exceeded` (with `used`, `limit`, `hint`), with `Retry-After`. 503: `sanitizer_unavailable`, `token_service_unavailable`, `inference_service_unavailable`, each with `retry_after_seconds`.",
    run(NATIVE_CALL, [401, "missing_api_key"], "no key, whatever the body says", {
      as: "anonymous",
      body: "{",
    }),
    run(NATIVE_CALL, [403, "license_expired"], "an expired license, whatever the body says", {
      as: "expired",
      body: "{",
    }),
    run(
      "PUT /api/v1/proxy/messages",
      [405, "method_not_allowed"],
      "before the key",
      {},
      {
        headers: { allow: "POST" },
      },
    ),
    provenBy(
      NATIVE_CALL,
      [429, "rate_limit_exceeded"],
      "Retry-After and retry_after_seconds",
      inGateway(
        "authentication",
        "is the tier's, is refused with the limit's number, and says when to come back",
      ),
    ),
    provenBy(
      NATIVE_CALL,
      [429, "quota_exceeded"],
      "of calls at once exactly the limit is admitted",
      inGateway(
        "monthly-quota",
        "When 60 calls come at once to two replicas, exactly as many are admitted, and counted, as it says",
      ),
    ),
    ...(
      [
        ["sanitizer_unavailable", "the sanitiser: 503 sanitizer_unavailable after its time-out"],
        [
          "token_service_unavailable",
          "the bridge: 503 token_service_unavailable after its time-out",
        ],
      ] as const
    ).map(([code, title]) =>
      provenBy(NATIVE_CALL, [503, code], "retry_after_seconds", inGateway("fail-closed", title)),
    ),
    provenBy(
      NATIVE_CALL,
      [503, "inference_service_unavailable"],
      "no provider key of the operator's",
      inGateway(
        "native-call",
        "Without a provider key of the operator's, a managed customer is told so before anything is counted",
      ),
    ),
  ),
  line(
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
  line(
    "- Emits audit events (see Events).",
    tested(
      "its events are in the export",
      inGateway(
        "audit-export",
        "When a call was made, then all of its events come, oldest first, also those of its token",
      ),
    ),
  ),
];
