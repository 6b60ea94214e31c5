import { type Static, Type } from "typebox";

/* OpenAI Chat Completions (API reference), the fields in use. Compatible servers omit or null the optional ones. */

const Count = Type.Integer({ minimum: 0 });
const Text = Type.Object({ type: Type.Literal("text"), text: Type.String() });
const Words = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const Limit = Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]));
const Usage = Type.Optional(
  Type.Union([
    Type.Object({ prompt_tokens: Count, completion_tokens: Type.Optional(Count) }),
    Type.Null(),
  ]),
);

/** Text only. */
export const ChatCompletionRequest = Type.Object({
  model: Type.String({ minLength: 1 }),
  messages: Type.Array(
    Type.Object({
      role: Type.Union([
        Type.Literal("system"),
        Type.Literal("developer"),
        Type.Literal("user"),
        Type.Literal("assistant"),
      ]),
      content: Type.Union([Type.String(), Type.Array(Text)]),
    }),
    { minItems: 1 },
  ),
  max_tokens: Limit,
  max_completion_tokens: Limit,
  temperature: Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 2 }), Type.Null()])),
  user: Type.Optional(Type.String()),
  stream: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  stream_options: Type.Optional(Type.Object({ include_usage: Type.Optional(Type.Boolean()) })),
});
export type ChatCompletionRequest = Static<typeof ChatCompletionRequest>;

export const ChatCompletion = Type.Object({
  model: Type.Optional(Type.String()),
  choices: Type.Array(
    Type.Object({ message: Type.Object({ content: Words }), finish_reason: Words }),
    { minItems: 1 },
  ),
  usage: Usage,
});
export type ChatCompletion = Static<typeof ChatCompletion>;

/** The last one is `[DONE]`, not JSON. */
export const ChatCompletionChunk = Type.Object({
  model: Type.Optional(Type.String()),
  choices: Type.Array(
    Type.Object({ delta: Type.Object({ content: Words }), finish_reason: Words }),
  ),
  usage: Usage,
});
export type ChatCompletionChunk = Static<typeof ChatCompletionChunk>;
