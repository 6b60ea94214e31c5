import { type Static, Type } from "typebox";
import { Effort } from "../../inference.ts";
import { RedactedThinkingBlock, Thinking, ThinkingBlock } from "../../thinking.ts";
import { SdkContent, SdkText, SvcCompliance, sdkCacheMark, sdkLimit, sdkModel } from "../sdk.ts";
import { MAX_TOOLS, SdkTool, SdkToolChoice, SdkToolResult, SdkToolUse } from "./tools.ts";

const closed = { additionalProperties: false };
const share = Type.Number({ minimum: 0, maximum: 1 });

/** Both require the extension `thinking`. Null or no cache mark, because the API allows none here. */
const notCached = Type.Optional(Type.Null());
/** Only the characters of encoded data, because text here would reach the provider unread. */
const opaque = Type.String({
  pattern: "^[A-Za-z0-9+/=_-]*$",
  description: "the data that an earlier answer contained",
});
const SdkThinking = Type.Object(
  { ...ThinkingBlock.properties, signature: opaque, cache_control: notCached },
  closed,
);
const SdkRedactedThinking = Type.Object(
  { ...RedactedThinkingBlock.properties, data: opaque, cache_control: notCached },
  closed,
);

const Turn = Type.Object(
  {
    role: Type.Union([Type.Literal("user"), Type.Literal("assistant"), Type.Literal("system")]),
    content: Type.Union([
      Type.String(),
      Type.Array(
        Type.Union([SdkText, SdkToolUse, SdkToolResult, SdkThinking, SdkRedactedThinking]),
        { minItems: 1 },
      ),
    ]),
  },
  closed,
);
export type SdkMessagesTurn = Static<typeof Turn>;

const OutputFormat = Type.Optional(
  Type.Union([
    Type.Null(),
    Type.Object(
      { type: Type.Literal("json_schema"), schema: Type.Record(Type.String(), Type.Unknown()) },
      closed,
    ),
  ]),
);

const prompt = {
  model: sdkModel,
  messages: Type.Array(Turn, { minItems: 1, maxItems: 10_000 }),
  system: Type.Optional(SdkContent),
  /**
   * Tools require that they are enabled, and that the key's policy allows them. Without tools, any
   * key may send an empty list and the choice `none`, which are not sent.
   */
  tools: Type.Optional(Type.Array(SdkTool, { maxItems: MAX_TOOLS })),
  tool_choice: Type.Optional(SdkToolChoice),
  cache_control: sdkCacheMark,
  output_config: Type.Optional(
    Type.Object(
      {
        format: OutputFormat,
        effort: Type.Optional(Type.Union([Type.Null(), Effort])),
      },
      closed,
    ),
  ),
  /**
   * The old name of `output_config.format`, which the provider gets. Source: Anthropic's beta
   * `structured-outputs-2025-11-13`.
   */
  output_format: OutputFormat,
};

/**
 * Body of `POST /v1/messages`. Other fields are refused. Source: Anthropic's API reference, "Create
 * a Message".
 */
export const SdkMessagesRequest = Type.Object(
  {
    ...prompt,
    max_tokens: sdkLimit,
    temperature: Type.Optional(share),
    top_p: Type.Optional(share),
    top_k: Type.Optional(Type.Integer({ minimum: 0 })),
    stop_sequences: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { maxItems: 64 })),
    stream: Type.Optional(Type.Boolean()),
    /** Accepted with the value that changes nothing, and not sent. */
    service_tier: Type.Optional(Type.Literal("auto")),
    /** The provider gets a random id in place of `user_id`. */
    metadata: Type.Optional(
      Type.Object({ user_id: Type.Optional(Type.Union([Type.String(), Type.Null()])) }, closed),
    ),
    /** Every type but `disabled` requires the extension `thinking`. */
    thinking: Type.Optional(
      Type.Union([Type.Object({ type: Type.Literal("disabled") }, closed), Thinking]),
    ),
  },
  closed,
);
export type SdkMessagesRequest = Static<typeof SdkMessagesRequest>;

/** Body of `POST /v1/messages/count_tokens`. */
export const SdkTokenCountRequest = Type.Object(
  { ...prompt, thinking: SdkMessagesRequest.properties.thinking },
  closed,
);
export type SdkTokenCountRequest = Static<typeof SdkTokenCountRequest>;

export const SdkTokenCount = Type.Object({ input_tokens: Type.Integer({ minimum: 0 }) }, closed);
export type SdkTokenCount = Static<typeof SdkTokenCount>;

const Usage = Type.Object(
  {
    input_tokens: Type.Integer(),
    output_tokens: Type.Integer(),
    cache_creation_input_tokens: Type.Integer(),
    cache_read_input_tokens: Type.Integer(),
  },
  /** Other token counts, under the names that the provider uses. */
  { additionalProperties: true },
);

const nullable = Type.Union([Type.String(), Type.Null()]);

export const SdkMessage = Type.Object(
  {
    id: Type.String(),
    type: Type.Literal("message"),
    role: Type.Literal("assistant"),
    model: Type.String(),
    content: Type.Array(
      Type.Union([
        Type.Object({ type: Type.Literal("text"), text: Type.String() }, closed),
        Type.Object(
          {
            type: Type.Literal("tool_use"),
            id: Type.String(),
            name: Type.String(),
            input: Type.Record(Type.String(), Type.Unknown()),
          },
          closed,
        ),
        ThinkingBlock,
        RedactedThinkingBlock,
      ]),
    ),
    stop_reason: nullable,
    stop_sequence: nullable,
    usage: Usage,
    metadata: Type.Object({ svc_compliance: SvcCompliance }, closed),
  },
  closed,
);
export type SdkMessage = Static<typeof SdkMessage>;
