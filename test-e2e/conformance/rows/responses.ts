import { EXPORT, NATIVE_CALL, SCAN, USAGE, VIEW } from "../endpoints.ts";
import { line, run, tested } from "../row.ts";

const EMAIL = "margaret.holloway@post.example";
const MAIL = {
  body: {
    prompt_template: "Answer this letter: {letter}",
    context: { letter: `Please write to ${EMAIL}.` },
  },
};
const PROVED = {
  body: { ...MAIL.body, mode: "proving_ground", activity_id: "a-1" },
};
const answered = (when: string, body: Readonly<Record<string, unknown>>) =>
  run(NATIVE_CALL, 200, when, MAIL, { body });
const traced = (when: string, compliance_trace: object) => answered(when, { compliance_trace });
const CERTIFIED = [
  answered("pro and enterprise: where the certificate is", {
    request_id: /^req_[0-9a-f]{32}$/,
    veil: {
      status: "available",
      certificate_url: /^\/api\/v1\/veil\/certificate\/req_[0-9a-f]{32}$/,
      summary_url: /^\/api\/v1\/veil\/certificate\/req_[0-9a-f]{32}\/summary$/,
    },
  }),
  run(
    NATIVE_CALL,
    200,
    "no request_id and no veil for the tier free",
    { ...MAIL, as: "free" },
    { without: ["request_id", "veil"] },
  ),
];

const CALL = [
  line(
    "CALL-14",
    "| status | enum JOB_STATUS_COMPLETED, JOB_STATUS_FAILED, processing | yes | See States. |",
    answered("status", { status: "JOB_STATUS_COMPLETED" }),
  ),
  line(
    "CALL-15",
    "| result | object, array or string | no | AI response payload; shape depends on model and prompt. |",
    answered("result", { result: String }),
  ),
  line(
    "CALL-16",
    "| model_used | string | no | Model identifier used. |",
    answered("model_used", { model_used: String }),
  ),
  line(
    "CALL-17",
    "| latency_ms | integer | no | Total inference latency from Sandbox B's perspective. |",
    answered("latency_ms", { latency_ms: Number }),
  ),
  line("CALL-18", "| error_message | string | no | Present when status is JOB_STATUS_FAILED. |"),
  line(
    "CALL-19",
    "| dlp_redacted | boolean | no | true when the outbound DLP scanner redacted PII patterns in the response. |",
    answered("dlp_redacted", { dlp_redacted: false }),
  ),
  line(
    "CALL-20",
    "| relinked | boolean | no | true when placeholders were replaced by original values. |",
    answered("relinked", { relinked: true }),
  ),
  line(
    "CALL-21",
    "| request_id | string | no | Stable request identifier for the veil endpoints. Present only for pro and enterprise when Veil is enabled. |",
    CERTIFIED,
  ),
  line("CALL-22", "| veil | VeilHint | no | See below. |", CERTIFIED),
  line(
    "CALL-23",
    "| compliance_trace | ComplianceTrace | yes | See below. |",
    answered("compliance_trace", { compliance_trace: Object }),
  ),
  line(
    "CALL-24",
    "| ground_truth_evaluation | GroundTruthEvaluation | no | Proving-ground mode only. |",
    run(NATIVE_CALL, 200, "no evaluation in live mode", MAIL, {
      without: ["ground_truth_evaluation"],
    }),
    run(NATIVE_CALL, 200, "an evaluation in the proving ground", PROVED, {
      body: { ground_truth_evaluation: Object },
    }),
  ),
  line(
    "CALL-25",
    "VeilHint: `status` (enum `available`), `certificate_url` (string path of the form /api/v1/veil/certificate/<request_id>), `summary_url` (string path of the form /api/v1/veil/certificate/<request_id>/summary).",
    CERTIFIED,
  ),
  line(
    "CALL-26",
    "ComplianceTrace fields: token_request_id (string), job_request_id (string), job_id (string), timestamp (date-time), total_duration_ms (integer), steps (array of step), network_isolation (object), data_exposure_summary (object).",
    traced("the fields of the trace", {
      token_request_id: String,
      job_request_id: String,
      job_id: String,
      timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
      total_duration_ms: Number,
      steps: Array,
      network_isolation: Object,
      data_exposure_summary: Object,
    }),
  ),
  line(
    "CALL-27",
    "ComplianceTraceStep: step (integer), component (string), network (string), action (string), detail (string), data_seen (string), pii_sent (boolean).",
  ),
  line(
    "CALL-28",
    "network_isolation: sandbox_a_to_sandbox_b (string), sandbox_b_to_sandbox_a (string), gateway_role (string). Both directions between the sandboxes are reported as blocked.",
    traced("its texts", {
      network_isolation: {
        sandbox_a_to_sandbox_b: /^(blocked|unverified)/,
        sandbox_b_to_sandbox_a: /^(blocked|unverified)/,
        gateway_role: String,
      },
    }),
  ),
  line(
    "CALL-29",
    "data_exposure_summary: bridge_saw, sanitizer_saw, sandbox_b_saw, llm_saw (strings); pii_in_ai, identity_in_ai (booleans).",
    traced("what each saw", {
      data_exposure_summary: {
        bridge_saw: String,
        sanitizer_saw: String,
        sandbox_b_saw: String,
        llm_saw: String,
        pii_in_ai: false,
        identity_in_ai: false,
      },
    }),
  ),
  line(
    "CALL-30",
    "GroundTruthEvaluation: total_annotations, true_positives, false_negatives, false_positives (integers); detection_rate (number 0 to 1); matches (array of objects annotation_type, annotation_value, redacted_as, all strings); missed (array of objects field, type, value, all strings); extras (array of objects placeholder, original, both strings).",
    run(NATIVE_CALL, 200, "the fields of the evaluation", PROVED, {
      body: {
        ground_truth_evaluation: {
          total_annotations: 0,
          true_positives: 0,
          false_negatives: 0,
          false_positives: Number,
          detection_rate: 1,
          matches: [],
          missed: [],
          extras: Array,
        },
      },
    }),
  ),
  line("CALL-31", "`status` (enum `processing`), `job_id` (string).", tested(202, NATIVE_CALL)),
];

const OTHERS = [
  line(
    "SCAN-2",
    "Response: `redacted` (string, required), `redactions` (array, required; each item has `placeholder` string and `type` string required, `confidence` number and `recognizer` string optional; placeholders take the form [TYPE_n]), `latency_ms` (integer, required), `layers_active` (array of strings, optional).",
    run(
      SCAN,
      200,
      "the fields of a scan response",
      { body: { text: `Write to ${EMAIL}.` } },
      {
        body: {
          redacted: "Write to [EMAIL_1].",
          redactions: [
            { placeholder: "[EMAIL_1]", type: "EMAIL", confidence: Number, recognizer: String },
          ],
          latency_ms: Number,
          layers_active: ["L1", "L2"],
        },
      },
    ),
  ),
  ...(
    [
      [
        "USE-1",
        "| customer_id | string (opaque, derived from the email hash) | yes |",
        { customer_id: /^cus_[0-9a-f]{40}$/ },
      ],
      ["USE-2", "| tier | enum free, pro, enterprise | yes |", { tier: "pro" }],
      [
        "USE-3",
        "| monthly_limit | integer, or the string `unlimited` for enterprise | no |",
        { monthly_limit: 50_000 },
      ],
      [
        "USE-4",
        "| used | integer (requests in the current calendar month) | yes |",
        { used: Number },
      ],
      ["USE-5", "| remaining | integer, or the string `unlimited` | no |", { remaining: Number }],
      ["USE-6", "| managed_ai | boolean | yes |", { managed_ai: true }],
      ["USE-7", "| audit_export | boolean | yes |", { audit_export: true }],
    ] as const
  ).map(([id, quote, body]) =>
    line(id, quote, run(USAGE, 200, `the field ${Object.keys(body)}`, {}, { body })),
  ),
  line(
    "EXP-1",
    "customer_id (string), tier (string), period (string, inclusive date range in the form <date> to <date>), events (array of AuditEntry), total_events (integer). All required.",
    run(
      EXPORT,
      200,
      "the fields of an export",
      {},
      {
        body: {
          customer_id: /^cus_/,
          tier: "pro",
          period: /^\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d$/,
          events: Array,
          total_events: Number,
        },
      },
    ),
  ),
  line(
    "EXP-2",
    "AuditEntry: timestamp (date-time), event_type (string), actor (customer id or hashed token `token:<sha256>`; identity is never stored in plaintext), details (string holding a JSON-encoded payload whose contents vary by event type), request_id (string, when applicable).",
  ),
  ...(
    [
      ["VIEW-1", "| events | array of AuditViewEvent | required |", { events: Array }],
      ["VIEW-2", "| page | integer | minimum 1 |", { page: 1 }],
      ["VIEW-3", "| page_size | integer | 1 to 200 |", { page_size: 50 }],
      ["VIEW-4", "| total | integer | required |", { total: Number }],
      ["VIEW-5", "| has_more | boolean | required |", { has_more: Boolean }],
      ["VIEW-6", "| org_id | string | required |", { org_id: /^org_/ }],
      [
        "VIEW-7",
        "| source | enum audit_service, audit_service+memory_buffer, memory_buffer, none | required |",
        { source: /^(audit_service(\+memory_buffer)?|memory_buffer|none)$/ },
      ],
      [
        "VIEW-8",
        "| period | string | RFC 3339 bounds of the lookback window |",
        { period: /^\S+Z to \S+Z$/ },
      ],
      [
        "VIEW-9",
        "| truncated | boolean | true when the upstream audit service returned its maximum number of events, so older events in the window may be clipped |",
        { truncated: false },
      ],
    ] as const
  ).map(([id, quote, body]) =>
    line(id, quote, run(VIEW, 200, `the field ${Object.keys(body)}`, {}, { body })),
  ),
  line(
    "VIEW-10",
    "AuditViewEvent: timestamp (date-time), event_type (string), actor (customer id, or `token:<hex>` for inference events) are required; request_id (string) and payload_summary (object of string values) are optional. Raw payload bytes are never returned. Allowed payload_summary keys: request_id, job_id, model, stop_reason, input_tokens, output_tokens, latency_ms, error_type, match_count, detected_types, severity, activity_id, vertical. Any other payload key is dropped.",
  ),
];

export const RESPONSE_FIELDS = [...CALL, ...OTHERS];
