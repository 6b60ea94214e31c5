import { type Static, Type } from "typebox";
import { Language } from "../sanitiser.ts";

export const PiiAnnotation = Type.Object(
  {
    type: Type.String(),
    value: Type.String(),
    start: Type.Integer({ minimum: 0 }),
    end: Type.Integer({ minimum: 0 }),
  },
  { additionalProperties: false },
);
export type PiiAnnotation = Static<typeof PiiAnnotation>;

/** `POST /api/v1/proxy/messages`. The names of `context` are checked by the handler, which must not echo them. */
export const ProxyRequest = Type.Object(
  {
    prompt_template: Type.String({ minLength: 1 }),
    context: Type.Record(Type.String(), Type.Unknown()),
    model: Type.Optional(Type.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,127}$" })),
    max_tokens: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    mode: Type.Optional(Type.Union([Type.Literal("live"), Type.Literal("proving_ground")])),
    activity_id: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    ground_truth: Type.Optional(Type.Record(Type.String(), Type.Array(PiiAnnotation))),
    relink_response: Type.Optional(Type.Boolean()),
    language: Type.Optional(Language),
  },
  { additionalProperties: false },
);
export type ProxyRequest = Static<typeof ProxyRequest>;

export const TraceStep = Type.Object({
  step: Type.Integer(),
  component: Type.String(),
  network: Type.String(),
  action: Type.String(),
  detail: Type.String(),
  data_seen: Type.String(),
  pii_sent: Type.Boolean(),
});
export type TraceStep = Static<typeof TraceStep>;

export const ComplianceTrace = Type.Object({
  token_request_id: Type.String(),
  job_request_id: Type.String(),
  job_id: Type.String(),
  timestamp: Type.String(),
  total_duration_ms: Type.Integer(),
  /** Calls to the provider that were made for this job. */
  attempts: Type.Integer(),
  steps: Type.Array(TraceStep),
  network_isolation: Type.Object({
    sandbox_a_to_sandbox_b: Type.String(),
    sandbox_b_to_sandbox_a: Type.String(),
    gateway_role: Type.String(),
    enforced_by: Type.String(),
    /** When the isolation was last probed, RFC 3339; absent when never. */
    probed_at: Type.Optional(Type.String()),
    hint: Type.Optional(Type.String()),
  }),
  data_exposure_summary: Type.Object({
    bridge_saw: Type.String(),
    sanitizer_saw: Type.String(),
    sandbox_b_saw: Type.String(),
    llm_saw: Type.String(),
    pii_in_ai: Type.Boolean(),
    identity_in_ai: Type.Boolean(),
    hint: Type.Optional(Type.String()),
  }),
});
export type ComplianceTrace = Static<typeof ComplianceTrace>;

export const ProxyResponse = Type.Object({
  status: Type.Union([Type.Literal("JOB_STATUS_COMPLETED"), Type.Literal("JOB_STATUS_FAILED")]),
  result: Type.Optional(Type.Unknown()),
  model_used: Type.Optional(Type.String()),
  latency_ms: Type.Optional(Type.Integer()),
  error_message: Type.Optional(Type.String()),
  dlp_redacted: Type.Optional(Type.Boolean()),
  relinked: Type.Optional(Type.Boolean()),
  compliance_trace: ComplianceTrace,
});
export type ProxyResponse = Static<typeof ProxyResponse>;

/** HTTP 202. */
export const ProcessingResponse = Type.Object({
  status: Type.Literal("processing"),
  job_id: Type.String(),
});
export type ProcessingResponse = Static<typeof ProcessingResponse>;
