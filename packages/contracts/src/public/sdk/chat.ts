import { type Static, Type } from "typebox";
import { InferenceOptions } from "../../inference.ts";
import { OutputName } from "../../tools.ts";
import { SdkContent, SvcCompliance, sdkLimit, sdkMetadata, sdkModel } from "../sdk.ts";
import { MAX_TOOLS, SdkFunction, SdkFunctionCall, SdkFunctionChoice } from "./tools.ts";

const closed = { additionalProperties: false };
const { n, presence_penalty, frequency_penalty, seed, reasoning_effort, verbosity, top_p } =
  InferenceOptions.properties;

const Turn = Type.Object(
  {
    role: Type.Union([
      Type.Literal("system"),
      Type.Literal("developer"),
      Type.Literal("user"),
      Type.Literal("assistant"),
      Type.Literal("tool"),
    ]),
    /**
     * The speaker's name. The provider gets `participant_1` and so on in its place, by the order in
     * which the names first appear. It gets no name in a tool turn.
     */
    name: Type.Optional(Type.String({ minLength: 1 })),
    /** Required without `tool_calls`. */
    content: Type.Optional(SdkContent),
    /** Only in an assistant turn. */
    tool_calls: Type.Optional(Type.Array(SdkFunctionCall, { maxItems: MAX_TOOLS })),
    /** Required in a tool turn, and allowed only there. */
    tool_call_id: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
    /** Accepted so that the caller can send back an earlier answer unchanged. */
    annotations: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 0 })),
  },
  closed,
);
export type SdkChatTurn = Static<typeof Turn>;

const ResponseFormat = Type.Union([
  Type.Object({ type: Type.Union([Type.Literal("text"), Type.Literal("json_object")]) }, closed),
  Type.Object(
    {
      type: Type.Literal("json_schema"),
      json_schema: Type.Object(
        {
          name: OutputName,
          description: Type.Optional(Type.String()),
          schema: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
          strict: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
        },
        closed,
      ),
    },
    closed,
  ),
]);

const Stop = Type.String({ minLength: 1 });

/**
 * Body of `POST /v1/chat/completions`. Null counts as absent, and other fields are refused. Source:
 * OpenAI's API reference, "Create chat completion".
 */
export const SdkChatRequest = Type.Object(
  {
    model: sdkModel,
    messages: Type.Array(Turn, { minItems: 1, maxItems: 10_000 }),
    max_tokens: Type.Optional(sdkLimit),
    max_completion_tokens: Type.Optional(sdkLimit),
    temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
    top_p,
    n,
    stop: Type.Optional(Type.Union([Stop, Type.Array(Stop, { minItems: 1, maxItems: 4 })])),
    presence_penalty,
    frequency_penalty,
    seed,
    reasoning_effort,
    verbosity,
    response_format: Type.Optional(ResponseFormat),
    /**
     * Tools require that they are enabled, and that the key's policy allows them. Without tools,
     * any key may send an empty list, the choice `none`, and `parallel_tool_calls`, which are not
     * sent.
     */
    tools: Type.Optional(Type.Array(SdkFunction, { maxItems: MAX_TOOLS })),
    tool_choice: Type.Optional(SdkFunctionChoice),
    parallel_tool_calls: Type.Optional(Type.Boolean()),
    /** The older form of tools. Only the values that change nothing are accepted; they are not sent. */
    functions: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 0 })),
    function_call: Type.Optional(Type.Literal("none")),
    /** None of these three is sent. The provider gets a random id as `user`. */
    user: Type.Optional(Type.String()),
    safety_identifier: Type.Optional(Type.String()),
    prompt_cache_key: Type.Optional(Type.String()),
    /** Accepted with the values that change nothing, and not sent. */
    service_tier: Type.Optional(Type.Union([Type.Literal("auto"), Type.Literal("default")])),
    logit_bias: Type.Optional(Type.Object({}, closed)),
    /** Returned in the response's `metadata`, and not sent to the provider. */
    metadata: Type.Optional(sdkMetadata),
    modalities: Type.Optional(Type.Array(Type.Literal("text"), { minItems: 1, maxItems: 1 })),
    logprobs: Type.Optional(Type.Literal(false)),
    store: Type.Optional(Type.Literal(false)),
    /** Requires the extension `chat_streaming`, and one choice. */
    stream: Type.Optional(Type.Boolean()),
    /** Accepted with and without `stream`. `include_obfuscation` has no effect. */
    stream_options: Type.Optional(
      Type.Object(
        {
          include_usage: Type.Optional(Type.Boolean()),
          include_obfuscation: Type.Optional(Type.Boolean()),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type SdkChatRequest = Static<typeof SdkChatRequest>;

export const SdkChatCompletion = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal("chat.completion"),
    /** Seconds since 1970. */
    created: Type.Integer(),
    model: Type.String(),
    choices: Type.Array(
      Type.Object(
        {
          index: Type.Integer(),
          message: Type.Object(
            {
              role: Type.Literal("assistant"),
              /** Null when the model only calls tools. */
              content: Type.Union([Type.String(), Type.Null()]),
              refusal: Type.Null(),
              tool_calls: Type.Optional(Type.Array(SdkFunctionCall)),
            },
            closed,
          ),
          logprobs: Type.Null(),
          finish_reason: Type.String(),
        },
        closed,
      ),
      { minItems: 1 },
    ),
    usage: Type.Object(
      {
        prompt_tokens: Type.Integer(),
        completion_tokens: Type.Integer(),
        total_tokens: Type.Integer(),
      },
      /** Other token counts, under the names that the provider uses. */
      { additionalProperties: true },
    ),
    /** The request's metadata, and `svc_compliance`. */
    metadata: Type.Object(
      { svc_compliance: SvcCompliance },
      { additionalProperties: Type.String() },
    ),
  },
  closed,
);
export type SdkChatCompletion = Static<typeof SdkChatCompletion>;
