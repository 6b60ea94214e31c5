import { Type } from "typebox";
import type { ErrorCode } from "../../errors.ts";
import { ActivityId } from "../../public/compliance/activity.ts";
import { SdkChatCompletion, SdkChatRequest } from "../../public/sdk/chat.ts";
import {
  SdkMessage,
  SdkMessagesRequest,
  SdkTokenCount,
  SdkTokenCountRequest,
} from "../../public/sdk/messages.ts";
import { SdkResponse, SdkResponsesRequest } from "../../public/sdk/responses.ts";
import { SdkModel, SdkModels } from "../../public/sdk.ts";
import { Language } from "../../sanitiser.ts";
import type { Operation } from "../operation.ts";

/** Request headers of the SDK endpoints. */
export const sdkHeaders = Type.Object({
  "x-upstream-key": Type.Optional(
    Type.String({
      pattern: "^[\\x21-\\x7e]{0,512}$",
      description:
        "The provider's key for this call. Neither stored nor logged. Empty: as without it",
    }),
  ),
  "x-veil-relink": Type.Optional(
    Type.Unsafe<"true" | "false">(
      Type.String({
        enum: ["true", "false"],
        description: "Whether values are restored in the answer; pro and enterprise alone",
      }),
    ),
  ),
  "x-veil-language": Type.Optional(Language),
  /** The processing activity for which the call is counted. */
  "x-veil-activity": Type.Optional(ActivityId),
});

const REFUSED_CONTENT = [
  "tools_not_supported",
  "tool_definition_pii_detected",
  "cache_control_not_supported",
  "content_type_not_supported",
] as const satisfies readonly ErrorCode[];

const UPSTREAM_ERRORS = [
  "missing_upstream_key",
  "upstream_key_mismatch",
  "upstream_request_refused",
  "upstream_key_refused",
  "upstream_permission_denied",
  "upstream_not_found",
  "upstream_rate_limited",
  "upstream_overloaded",
] as const satisfies readonly ErrorCode[];

const TEXT_ERRORS = [
  ...UPSTREAM_ERRORS,
  "token_service_unavailable",
  "scanner_unavailable",
  "server_busy",
] as const satisfies readonly ErrorCode[];

const shared = {
  tag: "SDK endpoints",
  access: "key",
  admits: ["developer keys", "replaced keys"],
  headers: sdkHeaders,
  errorForm: "sdk",
} as const;
const call = { ...shared, method: "post" } as const;
const reading = { ...shared, method: "get" } as const;

const MESSAGES = [{ role: "user", content: "Answer this: I am Anna Schmidt, anna@example.org" }];

export const SDK_OPERATIONS: readonly Operation[] = [
  {
    ...call,
    path: "/v1/messages",
    id: "createMessage",
    limit: "inference",
    summary: "A message in the format of Anthropic's SDKs, sanitised",
    description:
      "All turns and the system prompt are sanitised together. Files and caching are refused, and tools unless the deployment and the key's policy allow them. With `stream`, " +
      "where the deployment allows it, the answer is a stream of server-sent events.",
    body: {
      schema: SdkMessagesRequest,
      size: "large",
      raw: true,
      example: { model: "model-1", max_tokens: 200, messages: MESSAGES },
    },
    answers: { 200: { description: "The answer", schema: SdkMessage } },
    errors: [
      "streaming_not_supported",
      ...REFUSED_CONTENT,
      "system_prompt_pii_detected",
      "quota_exceeded",
      ...TEXT_ERRORS,
    ],
  },
  {
    ...call,
    path: "/v1/chat/completions",
    id: "createChatCompletion",
    limit: "inference",
    summary: "A chat completion in the format of OpenAI's SDKs, sanitised",
    description:
      "All turns are sanitised together. Values of system turns are never restored. Files and audio are refused, and tools unless the deployment and the key's policy allow " +
      "them. With `stream`, where both allow it, the answer is a stream of chunks.",
    body: {
      schema: SdkChatRequest,
      size: "large",
      raw: true,
      example: { model: "model-1", messages: MESSAGES },
    },
    answers: { 200: { description: "The answer", schema: SdkChatCompletion } },
    errors: ["streaming_not_supported", ...REFUSED_CONTENT, "quota_exceeded", ...TEXT_ERRORS],
  },
  {
    ...call,
    path: "/v1/responses",
    id: "createResponse",
    limit: "inference",
    feature: "responses",
    summary: "A response in the format of OpenAI's Responses API, sanitised and not stored",
    description:
      "For keys whose call policy has the extension `responses`. All items are sanitised together; values of instructions and system messages are never restored. " +
      "Nothing is stored, so the request has the whole conversation as input. Files and audio are refused, and tools unless the deployment and the key's policy allow " +
      "them. With `stream` the answer is a stream of events.",
    body: {
      schema: SdkResponsesRequest,
      size: "large",
      raw: true,
      example: { model: "model-1", input: MESSAGES[0]?.content },
    },
    answers: { 200: { description: "The answer", schema: SdkResponse } },
    errors: [...REFUSED_CONTENT, "quota_exceeded", ...TEXT_ERRORS],
  },
  {
    ...call,
    path: "/v1/messages/count_tokens",
    id: "countTokens",
    summary: "What messages would cost, counted by the provider after they were sanitised",
    body: {
      schema: SdkTokenCountRequest,
      size: "large",
      raw: true,
      example: { model: "model-1", messages: MESSAGES },
    },
    answers: { 200: { description: "The count", schema: SdkTokenCount } },
    errors: [
      "tools_not_supported",
      "tool_definition_pii_detected",
      "cache_control_not_supported",
      "content_type_not_supported",
      "system_prompt_pii_detected",
      ...TEXT_ERRORS,
    ],
  },
  {
    ...reading,
    path: "/v1/models",
    id: "readModels",
    summary: "The models that may be used, in the fields of both formats",
    description:
      "With the header anthropic-version those of Anthropic's format, without it those of OpenAI's.",
    answers: { 200: { description: "The models", schema: SdkModels } },
    errors: UPSTREAM_ERRORS,
  },
  {
    ...reading,
    path: "/v1/models/{model_id}",
    id: "readModel",
    summary: "One of the models that may be used",
    answers: { 200: { description: "The model", schema: SdkModel } },
    errors: ["not_found", ...UPSTREAM_ERRORS],
  },
];
