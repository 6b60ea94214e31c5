import { type Static, Type } from "typebox";

/* Anthropic Messages 2023-06-01, the fields in use. Source: API reference, "Create a Message", "Streaming", "Errors". */

const Count = Type.Integer({ minimum: 0 });
const Text = Type.Object({ type: Type.Literal("text"), text: Type.String() });
const Content = Type.Union([Type.String(), Type.Array(Text)]);
const Words = Type.Optional(Type.Union([Type.String(), Type.Null()]));

/** Text only. */
export const MessagesRequest = Type.Object({
  model: Type.String({ minLength: 1 }),
  max_tokens: Type.Integer({ minimum: 1 }),
  messages: Type.Array(
    Type.Object({
      role: Type.Union([Type.Literal("user"), Type.Literal("assistant"), Type.Literal("system")]),
      content: Content,
    }),
    { minItems: 1 },
  ),
  system: Type.Optional(Content),
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  metadata: Type.Optional(Type.Object({ user_id: Type.Optional(Type.String()) })),
  stream: Type.Optional(Type.Boolean()),
});
export type MessagesRequest = Static<typeof MessagesRequest>;

export const MessagesResponse = Type.Object({
  model: Type.Optional(Type.String()),
  content: Type.Array(Type.Object({ type: Type.String(), text: Type.Optional(Type.String()) })),
  stop_reason: Words,
  stop_sequence: Words,
  usage: Type.Object({ input_tokens: Count, output_tokens: Count }),
});
export type MessagesResponse = Static<typeof MessagesResponse>;

/** `message` may quote the request. */
export const MessagesError = Type.Object({
  type: Type.Literal("error"),
  error: Type.Object({ type: Type.String(), message: Type.String() }),
});
export type MessagesError = Static<typeof MessagesError>;

const BlockIndex = Type.Integer({ minimum: 0 });

/** The provider may add types. */
export const MessagesEvent = Type.Union([
  Type.Object({
    type: Type.Literal("message_start"),
    message: Type.Object({
      model: Type.Optional(Type.String()),
      usage: Type.Object({ input_tokens: Count }),
    }),
  }),
  Type.Object({
    type: Type.Literal("content_block_start"),
    index: BlockIndex,
    content_block: Type.Object({ type: Type.String(), text: Type.Optional(Type.String()) }),
  }),
  Type.Object({
    type: Type.Literal("content_block_delta"),
    index: BlockIndex,
    delta: Type.Object({ type: Type.String(), text: Type.Optional(Type.String()) }),
  }),
  Type.Object({ type: Type.Literal("content_block_stop"), index: BlockIndex }),
  Type.Object({
    type: Type.Literal("message_delta"),
    delta: Type.Object({ stop_reason: Words, stop_sequence: Words }),
    usage: Type.Optional(Type.Object({ output_tokens: Type.Optional(Count) })),
  }),
  Type.Object({ type: Type.Literal("message_stop") }),
  Type.Object({ type: Type.Literal("ping") }),
  MessagesError,
]);
export type MessagesEvent = Static<typeof MessagesEvent>;
