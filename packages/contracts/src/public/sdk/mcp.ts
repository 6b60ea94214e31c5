import { type Static, Type } from "typebox";
import { PublicSummaryResponse } from "../certificate-summary.ts";
import { sdkLimit, sdkModel } from "../sdk.ts";

const closed = { additionalProperties: false };
const share = Type.Number({ minimum: 0, maximum: 1 });
const anything = Type.Record(Type.String(), Type.Unknown());

const id = Type.Union([
  Type.String({ minLength: 1, maxLength: 128 }),
  Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
]);

/**
 * Body of `POST /api/v1/mcp/messages`: one JSON-RPC 2.0 request or notification from a client,
 * never a batch.
 */
export const McpMessage = Type.Object(
  {
    jsonrpc: Type.Literal("2.0"),
    /** Absent in a notification, which gets no response. */
    id: Type.Optional(id),
    method: Type.String({ minLength: 1, maxLength: 128 }),
    params: Type.Optional(anything),
  },
  closed,
);
export type McpMessage = Static<typeof McpMessage>;

const JsonRpcError = Type.Object(
  { code: Type.Integer(), message: Type.String(), data: Type.Optional(Type.Unknown()) },
  closed,
);

/** A JSON-RPC response. If a tool call was refused, it is a `result` with `isError`. */
export const McpAnswer = Type.Object(
  {
    jsonrpc: Type.Literal("2.0"),
    id: Type.Union([id, Type.Null()]),
    result: Type.Optional(anything),
    error: Type.Optional(JsonRpcError),
  },
  closed,
);
export type McpAnswer = Static<typeof McpAnswer>;

/** The arguments of the tool `private_inference`. */
export const McpInference = Type.Object(
  {
    messages: Type.Array(
      Type.Object(
        {
          role: Type.Union([Type.Literal("user"), Type.Literal("assistant")]),
          content: Type.String(),
        },
        closed,
      ),
      { minItems: 1, maxItems: 10_000, description: "The conversation, the newest turn last" },
    ),
    system: Type.Optional(
      Type.String({ description: "A system prompt, without personal data in it" }),
    ),
    model: Type.Optional(sdkModel),
    max_tokens: Type.Optional(sdkLimit),
    temperature: Type.Optional(share),
    top_p: Type.Optional(share),
    stop_sequences: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { maxItems: 64 })),
    format: Type.Optional(
      Type.Unsafe<"anthropic" | "openai">(
        Type.String({
          enum: ["anthropic", "openai"],
          description:
            "The format of the provider's interface; by default that of the provider key, else anthropic",
        }),
      ),
    ),
  },
  closed,
);
export type McpInference = Static<typeof McpInference>;

/** The structured content that `private_inference` returns. */
export const McpInferenceResult = Type.Object(
  {
    text: Type.String(),
    model: Type.String(),
    stop_reason: Type.Union([Type.String(), Type.Null()]),
    usage: Type.Object({ input_tokens: Type.Integer(), output_tokens: Type.Integer() }, closed),
    /** The same object that the SDK endpoints return in `metadata`. */
    svc_compliance: anything,
  },
  closed,
);
export type McpInferenceResult = Static<typeof McpInferenceResult>;

const requestId = Type.String({
  maxLength: 64,
  description: "The request_id of an inference, such as svc_compliance has it",
});

/** The arguments of the tool `get_certificate`. */
export const McpGetCertificate = Type.Object({ request_id: requestId }, closed);

/**
 * The structured content that `get_certificate` returns. It has optional fields because the
 * protocol allows only object schemas, not unions.
 */
export const McpCertificateResult = Type.Object(
  {
    /** An `IsolationCertificate`, for the tiers pro and enterprise. */
    certificate: Type.Optional(anything),
    /** The public summary, for all other tiers. */
    public_summary: Type.Optional(PublicSummaryResponse),
  },
  closed,
);
export type McpCertificateResult = Static<typeof McpCertificateResult>;

/** More than the largest certificate needs, which has about 1 800 items of 200 bytes. */
export const MCP_CERTIFICATE_BYTES_MAX = 524_288;

/** The arguments of the tool `verify_certificate`, which requires exactly one of the two fields. */
export const McpVerifyCertificate = Type.Object(
  {
    certificate: Type.Optional(
      Type.Union([anything, Type.String({ maxLength: MCP_CERTIFICATE_BYTES_MAX })], {
        description: "A certificate, as get_certificate returns it, or its file as text",
      }),
    ),
    request_id: Type.Optional(requestId),
  },
  closed,
);

/** The structured content that `verify_certificate` returns. */
export const McpVerification = Type.Object(
  {
    valid: Type.Boolean(),
    /** The id of the certified request. Absent when the certificate is not valid. */
    request_id: Type.Optional(Type.String()),
    /** The code of the step that failed, if any. */
    code: Type.Optional(Type.String()),
    steps: Type.Array(
      Type.Object(
        {
          number: Type.Integer(),
          name: Type.String(),
          title: Type.String(),
          result: Type.Enum(["holds", "fails", "not_checked"]),
        },
        closed,
      ),
    ),
    /** The version of the published key manifest that the gateway used for verification. */
    manifest_version: Type.Integer(),
    /** A note on who makes this statement, and how to verify it independently. */
    notice: Type.String(),
  },
  closed,
);
export type McpVerification = Static<typeof McpVerification>;

/** The arguments of the tool `get_usage`. */
export const McpNoArguments = Type.Object({}, closed);
