import { type Static, Type } from "typebox";
import { ComplianceTrace } from "./proxy.ts";
import { DetectionLayer } from "./scan.ts";

const closed = { additionalProperties: false };

/** The parts of a message that are text; the SDK endpoints accept no others. */
export const SdkText = Type.Object(
  {
    type: Type.Literal("text"),
    text: Type.String(),
    /** Accepts an answer that the caller sends back. */
    citations: Type.Optional(Type.Null()),
  },
  closed,
);

export const SdkContent = Type.Union([Type.String(), Type.Array(SdkText, { minItems: 1 })]);
export type SdkContent = Static<typeof SdkContent>;

export const sdkModel = Type.String({
  pattern: "^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,127}$",
  description: "1 to 128 letters, digits and . _ : / @ - and start with a letter or digit",
});

export const sdkLimit = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** Stands in `metadata.svc_compliance` of every answer. */
export const SvcCompliance = Type.Object(
  {
    request_id: Type.String(),
    /** Paths, absent where the deployment makes no certificates. */
    veil_certificate_url: Type.Optional(Type.String()),
    veil_summary_url: Type.Optional(Type.String()),
    /** How many places of the request the gateway replaced. */
    redaction_count: Type.Integer({ minimum: 0 }),
    sanitizer_layers: Type.Array(DetectionLayer),
    /**
     * How long the provider took, as the inference worker measured it. In `message_start`: until
     * the answer began.
     */
    latency_ms: Type.Integer({ minimum: 0 }),
    /** Whether the gateway redacted personal data that the model itself wrote. */
    dlp_redacted: Type.Boolean(),
    /**
     * Whether the gateway replaced placeholders by their values. In `message_start`: whether it
     * will.
     */
    relinked: Type.Boolean(),
    compliance_trace: ComplianceTrace,
  },
  closed,
);
export type SvcCompliance = Static<typeof SvcCompliance>;

/** A refusal for official SDKs, with the fields that each of them reads. */
export const SdkErrorBody = Type.Object(
  {
    type: Type.Literal("error"),
    error: Type.Object(
      {
        type: Type.String(),
        message: Type.String(),
        /** The field that caused the refusal, such as `messages[0].content`. */
        param: Type.Union([Type.String(), Type.Null()]),
        code: Type.String(),
        hint: Type.Optional(Type.String()),
        retry_after_seconds: Type.Optional(Type.Integer()),
        used: Type.Optional(Type.Integer()),
        limit: Type.Optional(Type.Integer()),
        details: Type.Object({ error_code: Type.String() }, closed),
      },
      closed,
    ),
    message: Type.String(),
    request_id: Type.Optional(Type.String()),
  },
  closed,
);
export type SdkErrorBody = Static<typeof SdkErrorBody>;

/** A model, as an SDK of either kind reads it. */
export const SdkModel = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal("model"),
    created: Type.Integer(),
    owned_by: Type.String(),
    type: Type.Literal("model"),
    display_name: Type.String(),
    created_at: Type.String(),
  },
  closed,
);
export type SdkModel = Static<typeof SdkModel>;

/** `GET /v1/models` */
export const SdkModels = Type.Object(
  {
    object: Type.Literal("list"),
    data: Type.Array(SdkModel),
    has_more: Type.Literal(false),
    first_id: Type.Union([Type.String(), Type.Null()]),
    last_id: Type.Union([Type.String(), Type.Null()]),
  },
  closed,
);
export type SdkModels = Static<typeof SdkModels>;
