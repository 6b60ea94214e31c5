import { type Static, Type } from "typebox";
import { Language } from "../sanitiser.ts";
import { EntityPolicyRequest } from "./entity-policy.ts";

/**
 * A caller's annotation of personal data, for the proving ground. The handler checks that `value`
 * is in the context at these offsets.
 */
export const PiiAnnotation = Type.Object(
  {
    /** A name that the caller chooses. The gateway returns it unchanged and never compares it. */
    type: Type.String({ minLength: 1, maxLength: 128 }),
    value: Type.String({ minLength: 1 }),
    /**
     * Offset from the start of the context value, in the request's `offset_unit`. `end` is
     * exclusive.
     */
    start: Type.Integer({ minimum: 0 }),
    end: Type.Integer({ minimum: 1 }),
  },
  { additionalProperties: false },
);
export type PiiAnnotation = Static<typeof PiiAnnotation>;

/** Maps a context name to its `PiiAnnotations`. The gateway sends it to no other service. */
export const GroundTruth = Type.Record(Type.String(), Type.Unknown());
export const PiiAnnotations = Type.Array(PiiAnnotation);

/**
 * Body of `POST /api/v1/proxy/messages`. The handler checks the names in `context` itself, because
 * errors must not repeat them.
 */
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
    /**
     * Restricted to printable characters, because the gateway writes it unchanged to the audit log.
     */
    activity_id: Type.Optional(
      Type.String({
        // Allows everything except \p{C}, \p{Zl} and \p{Zp}. It uses no negation, because tools
        // that generate examples from the schema do not support it.
        pattern: "^[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Zs}]{1,128}$",
        description: "1 to 128 printable characters",
      }),
    ),
    /** A `GroundTruth`. The gateway reads it only in proving-ground mode. */
    ground_truth: Type.Optional(Type.Unknown()),
    /**
     * The unit of the offsets in `ground_truth`: UTF-16 code units, as in JavaScript and Java, or
     * code points, as in Python.
     */
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
   * Whether the caller asked for restored values. `relinked` shows whether the gateway restored
   * any.
   */
  relink_requested: Type.Boolean(),
  steps: Type.Array(TraceStep),
  network_isolation: Type.Object({
    sandbox_a_to_sandbox_b: Type.String(),
    sandbox_b_to_sandbox_a: Type.String(),
    gateway_role: Type.String(),
    enforced_by: Type.String(),
    /** RFC 3339. Absent before the first probe has run. */
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
 * Compares the sanitiser's result with the caller's annotations, ignoring types. An annotation is a
 * match if every letter and digit in it was replaced, or if it has none, its whole text. A
 * redaction that overlaps no annotation is an extra. Fields without ground truth do not count; an
 * empty list of annotations means that a field has no personal data. Duplicate annotations count
 * once.
 */
export const GroundTruthEvaluation = Type.Object({
  total_annotations: Type.Integer({ minimum: 0 }),
  true_positives: Type.Integer({ minimum: 0 }),
  false_negatives: Type.Integer({ minimum: 0 }),
  false_positives: Type.Integer({ minimum: 0 }),
  /** The share of annotations that are true positives. 1 when there are no annotations. */
  detection_rate: Type.Number({ minimum: 0, maximum: 1 }),
  matches: Type.Array(
    Type.Object({
      annotation_type: Type.String(),
      annotation_value: Type.String(),
      /** The placeholder that replaced the value, or several, separated by spaces. */
      redacted_as: Type.String(),
    }),
  ),
  missed: Type.Array(
    Type.Object({ field: Type.String(), type: Type.String(), value: Type.String() }),
  ),
  extras: Type.Array(Type.Object({ placeholder: Type.String(), original: Type.String() })),
});
export type GroundTruthEvaluation = Static<typeof GroundTruthEvaluation>;

/** Where the certificate of an inference is, or will be once it exists. */
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
  /** Why placeholders remain although the caller asked for restored values. */
  hint: Type.Optional(Type.String()),
  /**
   * Present, like `veil`, for the tiers pro and enterprise if the deployment issues certificates.
   */
  request_id: Type.Optional(Type.String()),
  veil: Type.Optional(VeilHint),
  compliance_trace: ComplianceTrace,
  ground_truth_evaluation: Type.Optional(GroundTruthEvaluation),
});
export type ProxyResponse = Static<typeof ProxyResponse>;

/** Query of `GET /api/v1/proxy/jobs/{job_id}`. */
export const JobQuery = Type.Object({
  relink: Type.Optional(
    Type.Union([Type.Literal("true"), Type.Literal("false")], {
      description: "`false` leaves the placeholders in the answer. Default: `true`",
    }),
  ),
});

export const ProcessingResponse = Type.Object({
  status: Type.Literal("processing"),
  job_id: Type.String(),
});
export type ProcessingResponse = Static<typeof ProcessingResponse>;
