import { type Static, Type } from "typebox";
import { PublicSummaryResponse } from "./certificate-summary.ts";
import { sdkLimit, sdkModel } from "./sdk.ts";

const closed = { additionalProperties: false };
const share = Type.Number({ minimum: 0, maximum: 1 });
const anything = Type.Record(Type.String(), Type.Unknown());

const id = Type.Union([
  Type.String({ minLength: 1, maxLength: 128 }),
  Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
]);

/**
 * `POST /api/v1/mcp/messages`: one JSON-RPC 2.0 request or notification of a client, never a batch.
 */
export const McpMessage = Type.Object(
  {
    jsonrpc: Type.Literal("2.0"),
    /** Absent in a notification, which has no answer. */
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

/** How the protocol answers a request. A refused tool call is a `result` with `isError`. */
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

/** Arguments of the tool `private_inference`. */
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

/** What `private_inference` returns as structured content. */
export const McpInferenceResult = Type.Object(
  {
    text: Type.String(),
    model: Type.String(),
    stop_reason: Type.Union([Type.String(), Type.Null()]),
    usage: Type.Object({ input_tokens: Type.Integer(), output_tokens: Type.Integer() }, closed),
    /** The same object as in the metadata of the SDK endpoints' answers. */
    svc_compliance: anything,
  },
  closed,
);
export type McpInferenceResult = Static<typeof McpInferenceResult>;

const requestId = Type.String({
  maxLength: 64,
  description: "The request_id of an inference, such as svc_compliance has it",
});

/** Arguments of the tool `get_certificate`. */
export const McpGetCertificate = Type.Object({ request_id: requestId }, closed);

/**
 * What `get_certificate` returns as structured content. The protocol allows only objects there, and
 * no alternatives.
 */
export const McpCertificateResult = Type.Object(
  {
    /** An `IsolationCertificate`, for pro and enterprise. */
    certificate: Type.Optional(anything),
    /** For other tiers. */
    public_summary: Type.Optional(PublicSummaryResponse),
  },
  closed,
);
export type McpCertificateResult = Static<typeof McpCertificateResult>;

/** More than the largest certificate needs: some 1 800 items of 200 bytes. */
export const MCP_CERTIFICATE_BYTES_MAX = 524_288;

/** Arguments of the tool `verify_certificate`, which needs one of the two. */
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

/** What `verify_certificate` returns as structured content. */
export const McpVerification = Type.Object(
  {
    valid: Type.Boolean(),
    /** The certificate's request; absent when it is not valid. */
    request_id: Type.Optional(Type.String()),
    /** The code of the step that fails. */
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
    /** The version of the published manifest against which the gateway verified. */
    manifest_version: Type.Integer(),
    /** Says who makes the statement, and what is independent of it. */
    notice: Type.String(),
  },
  closed,
);
export type McpVerification = Static<typeof McpVerification>;

/** Arguments of the tool `get_usage`. */
export const McpNoArguments = Type.Object({}, closed);
