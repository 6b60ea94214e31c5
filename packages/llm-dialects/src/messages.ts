import { type Static, Type } from "typebox";

/*
 * The fields in use of Anthropic Messages 2023-06-01. Source: API reference, "Create a Message",
 * "Streaming".
 */

const Count = Type.Integer({ minimum: 0 });
const cache_control = Type.Optional(
  Type.Object({ type: Type.Literal("ephemeral"), ttl: Type.Optional(Type.String()) }),
);
const Text = Type.Object({ type: Type.Literal("text"), text: Type.String(), cache_control });
const Content = Type.Union([Type.String(), Type.Array(Text)]);
const Arguments = Type.Record(Type.String(), Type.Unknown());
const Block = Type.Union([
  Text,
  Type.Object({
    type: Type.Literal("tool_use"),
    id: Type.String({ pattern: "^[a-zA-Z0-9_-]+$" }),
    name: Type.String(),
    input: Arguments,
    cache_control,
  }),
  Type.Object({
    type: Type.Literal("tool_result"),
    tool_use_id: Type.String(),
    content: Type.Optional(Content),
    is_error: Type.Optional(Type.Boolean()),
    cache_control,
  }),
  Type.Object({
    type: Type.Literal("thinking"),
    thinking: Type.String(),
    signature: Type.String(),
  }),
  Type.Object({ type: Type.Literal("redacted_thinking"), data: Type.String() }),
]);
export type MessagesBlock = Static<typeof Block>;
const Words = Type.Optional(Type.Union([Type.String(), Type.Null()]));
/** Token counts. Providers add members, and compatible servers omit some or all of them. */
const Usage = Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]));

const promptFields = {
  model: Type.String({ minLength: 1 }),
  messages: Type.Array(
    Type.Object({
      role: Type.Union([Type.Literal("user"), Type.Literal("assistant"), Type.Literal("system")]),
      content: Type.Union([Type.String(), Type.Array(Block)]),
    }),
    { minItems: 1 },
  ),
  system: Type.Optional(Content),
  /** The tools, which the caller runs. */
  tools: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String({ pattern: "^[a-zA-Z0-9_-]{1,128}$" }),
        description: Type.Optional(Type.String()),
        input_schema: Arguments,
        strict: Type.Optional(Type.Boolean()),
        cache_control,
      }),
    ),
  ),
  tool_choice: Type.Optional(
    Type.Object({
      type: Type.Union([
        Type.Literal("auto"),
        Type.Literal("any"),
        Type.Literal("tool"),
        Type.Literal("none"),
      ]),
      name: Type.Optional(Type.String()),
      disable_parallel_tool_use: Type.Optional(Type.Boolean()),
    }),
  ),
  cache_control,
  thinking: Type.Optional(
    Type.Object({
      type: Type.String(),
      budget_tokens: Type.Optional(Type.Integer()),
      display: Words,
    }),
  ),
  output_config: Type.Optional(
    Type.Object({
      format: Type.Optional(Type.Object({ type: Type.Literal("json_schema"), schema: Arguments })),
      effort: Words,
    }),
  ),
};

/** A request with only text and tools. */
export const MessagesRequest = Type.Object({
  ...promptFields,
  max_tokens: Type.Integer({ minimum: 1 }),
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  top_p: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  top_k: Type.Optional(Type.Integer({ minimum: 0 })),
  stop_sequences: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
  metadata: Type.Optional(Type.Object({ user_id: Type.Optional(Type.String()) })),
  stream: Type.Optional(Type.Boolean()),
});
export type MessagesRequest = Static<typeof MessagesRequest>;

export const MessagesResponse = Type.Object({
  model: Type.Optional(Type.String()),
  content: Type.Array(
    Type.Object({
      type: Type.String(),
      text: Type.Optional(Type.String()),
      /** Present, like `input`, if the type is `tool_use`. */
      name: Type.Optional(Type.String()),
      input: Type.Optional(Arguments),
      /** Present, like `signature`, if the type is `thinking`. */
      thinking: Words,
      signature: Words,
      /** Present if the type is `redacted_thinking`. */
      data: Words,
    }),
  ),
  stop_reason: Words,
  stop_sequence: Words,
  usage: Usage,
});
export type MessagesResponse = Static<typeof MessagesResponse>;

/** Source: API reference, "Count tokens in a Message". */
export const CountTokensRequest = Type.Object(promptFields);
export type CountTokensRequest = Static<typeof CountTokensRequest>;

export const CountTokensResponse = Type.Object({ input_tokens: Count });
export type CountTokensResponse = Static<typeof CountTokensResponse>;

/**
 * Maps error types to HTTP statuses, because an error inside a stream has only a type. Source: API
 * reference, "Errors".
 */
export const MESSAGES_ERROR_STATUS: ReadonlyMap<string, number> = new Map([
  ["invalid_request_error", 400],
  ["authentication_error", 401],
  ["billing_error", 402],
  ["permission_error", 403],
  ["not_found_error", 404],
  ["request_too_large", 413],
  ["rate_limit_error", 429],
  ["api_error", 500],
  ["timeout_error", 504],
  ["overloaded_error", 529],
]);

/** An error. Its `message` may quote the request. */
export const MessagesError = Type.Object({
  type: Type.Literal("error"),
  error: Type.Object({ type: Type.String(), message: Type.String() }),
});
export type MessagesError = Static<typeof MessagesError>;

const BlockIndex = Type.Integer({ minimum: 0 });

/** The known events of a stream. The provider may add types. */
export const MessagesEvent = Type.Union([
  Type.Object({
    type: Type.Literal("message_start"),
    message: Type.Object({
      model: Type.Optional(Type.String()),
      usage: Usage,
    }),
  }),
  Type.Object({
    type: Type.Literal("content_block_start"),
    index: BlockIndex,
    content_block: Type.Object({
      type: Type.String(),
      text: Type.Optional(Type.String()),
      name: Type.Optional(Type.String()),
      /** Some compatible servers send all arguments here, and no deltas. */
      input: Type.Optional(Arguments),
      thinking: Words,
      signature: Words,
      data: Words,
    }),
  }),
  Type.Object({
    type: Type.Literal("content_block_delta"),
    index: BlockIndex,
    delta: Type.Object({
      type: Type.String(),
      text: Type.Optional(Type.String()),
      partial_json: Type.Optional(Type.String()),
      thinking: Words,
      signature: Words,
    }),
  }),
  Type.Object({ type: Type.Literal("content_block_stop"), index: BlockIndex }),
  Type.Object({
    type: Type.Literal("message_delta"),
    delta: Type.Object({ stop_reason: Words, stop_sequence: Words }),
    /** Cumulative since the beginning of the stream. */
    usage: Usage,
  }),
  Type.Object({ type: Type.Literal("message_stop") }),
  Type.Object({ type: Type.Literal("ping") }),
  MessagesError,
]);
export type MessagesEvent = Static<typeof MessagesEvent>;
