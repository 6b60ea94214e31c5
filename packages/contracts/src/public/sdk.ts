import { type Static, Type } from "typebox";
import { CacheMark } from "../tools.ts";
import { ComplianceTrace } from "./proxy.ts";
import { DetectionLayer } from "./scan.ts";

const closed = { additionalProperties: false };

/** Null or absent without the extension `cache_control`. */
export const sdkCacheMark = Type.Optional(Type.Union([Type.Null(), CacheMark]));

/** A text part of a message. */
export const SdkText = Type.Object(
  {
    type: Type.Literal("text"),
    text: Type.String(),
    /** Accepted so that the caller can send back an earlier answer unchanged. */
    citations: Type.Optional(Type.Null()),
    cache_control: sdkCacheMark,
  },
  closed,
);

export const SdkContent = Type.Union([Type.String(), Type.Array(SdkText, { minItems: 1 })]);
export type SdkContent = Static<typeof SdkContent>;

export const sdkModel = Type.String({
  pattern: "^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,127}$",
  description: "1 to 128 letters, digits and . _ : / @ - and start with a letter or digit",
});

/**
 * The caller's own metadata. The names have a pattern because the default one matches no line break,
 * and the value under a name that no pattern matches is not checked.
 */
export const sdkMetadata = Type.Record(Type.String({ pattern: "^[\\s\\S]*$" }), Type.String(), {
  maxProperties: 16,
});

export const sdkLimit = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** The object `metadata.svc_compliance` of every response. */
export const SvcCompliance = Type.Object(
  {
    request_id: Type.String(),
    /** A path. Absent when the deployment issues no certificates. */
    veil_certificate_url: Type.Optional(Type.String()),
    veil_summary_url: Type.Optional(Type.String()),
    /** How many parts of the request the gateway replaced. */
    redaction_count: Type.Integer({ minimum: 0 }),
    sanitizer_layers: Type.Array(DetectionLayer),
    /**
     * How long the provider took, as measured by the inference worker. In `message_start`, this is
     * the time until the answer began.
     */
    latency_ms: Type.Integer({ minimum: 0 }),
    /** Whether the gateway redacted personal data that came from the model itself. */
    dlp_redacted: Type.Boolean(),
    /**
     * Whether the gateway replaced placeholders with their values. In `message_start`, whether it
     * will do so.
     */
    relinked: Type.Boolean(),
    compliance_trace: ComplianceTrace,
  },
  closed,
);
export type SvcCompliance = Static<typeof SvcCompliance>;

/** An error body for the official SDKs, with the fields that each of them reads. */
export const SdkErrorBody = Type.Object(
  {
    type: Type.Literal("error"),
    error: Type.Object(
      {
        type: Type.String(),
        message: Type.String(),
        /** The request field that caused the error, such as `messages[0].content`. */
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

/** A model, with the fields that the SDKs of both providers read. */
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

/** Response to `GET /v1/models`. */
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
