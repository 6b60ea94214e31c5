import { type Static, Type } from "typebox";
import { Language } from "../sanitiser.ts";
import { EntityPolicyRequest } from "./entity-policy.ts";

/** A caller's annotation in the proving ground. The handler compares it with the context. */
export const PiiAnnotation = Type.Object(
  {
    /** The caller's own name, which the gateway returns unchanged and never compares. */
    type: Type.String({ minLength: 1, maxLength: 128 }),
    value: Type.String({ minLength: 1 }),
    /** From the start of the context value, in the request's `offset_unit`; `end` is exclusive. */
    start: Type.Integer({ minimum: 0 }),
    end: Type.Integer({ minimum: 1 }),
  },
  { additionalProperties: false },
);
export type PiiAnnotation = Static<typeof PiiAnnotation>;

/** Maps a context name to its `PiiAnnotations`. The gateway never passes it on. */
export const GroundTruth = Type.Record(Type.String(), Type.Unknown());
export const PiiAnnotations = Type.Array(PiiAnnotation);

/** `POST /api/v1/proxy/messages`. The handler checks the names of `context` and must not echo them. */
export const ProxyRequest = Type.Object(
  {
    prompt_template: Type.String({ minLength: 1 }),
    context: Type.Record(Type.String(), Type.Unknown()),
    model: Type.Optional(
      Type.String({
        pattern: "^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,127}$",
        description: "1 to 128 letters, digits and . _ : / @ - and start with a letter or digit",
      }),
    ),
    max_tokens: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    mode: Type.Optional(Type.Union([Type.Literal("live"), Type.Literal("proving_ground")])),
    /** The gateway writes it to the audit log unchanged, so it allows only printable characters. */
    activity_id: Type.Optional(
      Type.String({
        // Allows everything except \p{C}, \p{Zl} and \p{Zp}, without a negation, which generators
        // of examples cannot read.
        pattern: "^[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Zs}]{1,128}$",
        description: "1 to 128 printable characters",
      }),
    ),
    /** `GroundTruth`, which the gateway reads only in proving-ground mode. */
    ground_truth: Type.Optional(Type.Unknown()),
    /** What the offsets of `ground_truth` count: UTF-16 code units as JavaScript and Java do, or code points as Python does. */
    offset_unit: Type.Optional(Type.Union([Type.Literal("utf16"), Type.Literal("codepoint")])),
    relink_response: Type.Optional(Type.Boolean()),
    language: Type.Optional(Language),
    entity_policy: Type.Optional(EntityPolicyRequest),
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
  request_id: Type.Optional(
    Type.String({
      description:
        "The id of the request's isolation certificate. Its public summary needs no key: " +
        "/api/v1/veil/certificate/{request_id}/public, and /summary as a page. Absent: no certificate is made.",
    }),
  ),
  timestamp: Type.String(),
  total_duration_ms: Type.Integer(),
  attempts: Type.Integer(),
  /**
   * Whether the caller requested restored values; `relinked` says whether the gateway restored any.
   */
  relink_requested: Type.Boolean(),
  steps: Type.Array(TraceStep),
  network_isolation: Type.Object({
    sandbox_a_to_sandbox_b: Type.String(),
    sandbox_b_to_sandbox_a: Type.String(),
    gateway_role: Type.String(),
    enforced_by: Type.String(),
    /** RFC 3339; absent before the first probe. */
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

/**
 * Compares the sanitiser's result with the caller's annotations, ignoring types. A match: every
 * letter and digit was replaced (without any, the whole text). An extra: a redaction that touches
 * no annotation. Fields without ground truth do not count; an empty list means no personal data.
 * Duplicates count once.
 */
export const GroundTruthEvaluation = Type.Object({
  total_annotations: Type.Integer({ minimum: 0 }),
  true_positives: Type.Integer({ minimum: 0 }),
  false_negatives: Type.Integer({ minimum: 0 }),
  false_positives: Type.Integer({ minimum: 0 }),
  /** Share of true positives among annotations; 1 when there are none. */
  detection_rate: Type.Number({ minimum: 0, maximum: 1 }),
  matches: Type.Array(
    Type.Object({
      annotation_type: Type.String(),
      annotation_value: Type.String(),
      /** The placeholder; several are separated by blanks. */
      redacted_as: Type.String(),
    }),
  ),
  missed: Type.Array(
    Type.Object({ field: Type.String(), type: Type.String(), value: Type.String() }),
  ),
  extras: Type.Array(Type.Object({ placeholder: Type.String(), original: Type.String() })),
});
export type GroundTruthEvaluation = Static<typeof GroundTruthEvaluation>;

/** Says where the certificate of an inference is, or will be. */
export const VeilHint = Type.Object({
  status: Type.Literal("available"),
  certificate_url: Type.String(),
  summary_url: Type.String(),
});
export type VeilHint = Static<typeof VeilHint>;

export const ProxyResponse = Type.Object({
  status: Type.Union([Type.Literal("JOB_STATUS_COMPLETED"), Type.Literal("JOB_STATUS_FAILED")]),
  result: Type.Optional(
    Type.Unknown({
      description:
        "What the model wrote: text, or the JSON itself where the whole answer is an object or an array. That JSON stands here as it was " +
        "written, except for what was redacted or restored; what a parser then does to large numbers, to members with the same name and to " +
        "the order of members is the client's choice",
    }),
  ),
  model_used: Type.Optional(Type.String()),
  latency_ms: Type.Optional(Type.Integer()),
  error_message: Type.Optional(Type.String()),
  dlp_redacted: Type.Optional(Type.Boolean()),
  relinked: Type.Optional(Type.Boolean()),
  /** Says why placeholders remain that the caller wanted restored. */
  hint: Type.Optional(Type.String()),
  /** Present with `veil`: for pro and enterprise, where the deployment makes certificates. */
  request_id: Type.Optional(Type.String()),
  veil: Type.Optional(VeilHint),
  compliance_trace: ComplianceTrace,
  ground_truth_evaluation: Type.Optional(GroundTruthEvaluation),
});
export type ProxyResponse = Static<typeof ProxyResponse>;

export const ProcessingResponse = Type.Object({
  status: Type.Literal("processing"),
  job_id: Type.String(),
});
export type ProcessingResponse = Static<typeof ProcessingResponse>;
