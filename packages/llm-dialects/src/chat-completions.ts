import { type Static, Type } from "typebox";

/*
 * The fields in use of OpenAI Chat Completions (API reference). Compatible servers omit optional
 * fields or set them to null.
 */

const Text = Type.Object({ type: Type.Literal("text"), text: Type.String() });
const Words = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const Limit = Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]));
const Penalty = Type.Optional(Type.Union([Type.Number({ minimum: -2, maximum: 2 }), Type.Null()]));
const Usage = Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]));
/** Usually a string. Some compatible servers return a list of parts, which may include thoughts. */
const AnswerContent = Type.Optional(
  Type.Union([
    Type.String(),
    Type.Array(
      Type.Union([
        Type.String(),
        Type.Object({ type: Type.Optional(Type.String()), text: Words, refusal: Words }),
      ]),
    ),
    Type.Null(),
  ]),
);
export type AnswerContent = Static<typeof AnswerContent>;

const FunctionCall = Type.Object({
  id: Type.String(),
  type: Type.Literal("function"),
  function: Type.Object({ name: Type.String(), arguments: Type.String() }),
});
export type FunctionCall = Static<typeof FunctionCall>;

const FunctionTool = Type.Object({
  type: Type.Literal("function"),
  function: Type.Object({
    name: Type.String({ pattern: "^[a-zA-Z0-9_-]{1,128}$" }),
    description: Type.Optional(Type.String()),
    parameters: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    strict: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  }),
});

/** A request with only text and functions. */
export const ChatCompletionRequest = Type.Object({
  model: Type.String({ minLength: 1 }),
  messages: Type.Array(
    Type.Object({
      role: Type.Union([
        Type.Literal("system"),
        Type.Literal("developer"),
        Type.Literal("user"),
        Type.Literal("assistant"),
        Type.Literal("tool"),
      ]),
      name: Type.Optional(Type.String({ pattern: "^[^\\s<|\\\\/>]+$" })),
      content: Type.Optional(Type.Union([Type.String(), Type.Array(Text), Type.Null()])),
      tool_calls: Type.Optional(Type.Array(FunctionCall, { minItems: 1 })),
      tool_call_id: Type.Optional(Type.String()),
    }),
    { minItems: 1 },
  ),
  max_tokens: Limit,
  max_completion_tokens: Limit,
  temperature: Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 2 }), Type.Null()])),
  top_p: Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()])),
  stop: Type.Optional(
    Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 }), Type.Null()]),
  ),
  n: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 128 }), Type.Null()])),
  presence_penalty: Penalty,
  frequency_penalty: Penalty,
  seed: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  response_format: Type.Optional(
    Type.Union([
      Type.Object({ type: Type.Union([Type.Literal("text"), Type.Literal("json_object")]) }),
      Type.Object({
        type: Type.Literal("json_schema"),
        json_schema: Type.Object({
          name: Type.String({ pattern: "^[a-zA-Z0-9_-]{1,64}$" }),
          description: Type.Optional(Type.String()),
          schema: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
          strict: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
        }),
      }),
    ]),
  ),
  reasoning_effort: Words,
  verbosity: Words,
  tools: Type.Optional(Type.Array(FunctionTool, { minItems: 1 })),
  tool_choice: Type.Optional(
    Type.Union([
      Type.Literal("none"),
      Type.Literal("auto"),
      Type.Literal("required"),
      Type.Object({
        type: Type.Literal("function"),
        function: Type.Object({ name: Type.String() }),
      }),
    ]),
  ),
  parallel_tool_calls: Type.Optional(Type.Boolean()),
  store: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  user: Type.Optional(Type.String()),
  stream: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  stream_options: Type.Optional(Type.Object({ include_usage: Type.Optional(Type.Boolean()) })),
});
export type ChatCompletionRequest = Static<typeof ChatCompletionRequest>;

export const ChatCompletion = Type.Object({
  model: Type.Optional(Type.String()),
  choices: Type.Array(
    Type.Object({
      message: Type.Object({
        content: AnswerContent,
        refusal: Words,
        tool_calls: Type.Optional(
          Type.Union([
            /**
             * Some compatible servers omit other members, and return the arguments as an object.
             */
            Type.Array(
              Type.Object({
                function: Type.Object({
                  name: Type.String(),
                  arguments: Type.Optional(
                    Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown())]),
                  ),
                }),
              }),
            ),
            Type.Null(),
          ]),
        ),
      }),
      finish_reason: Words,
    }),
    { minItems: 1 },
  ),
  usage: Usage,
});
export type ChatCompletion = Static<typeof ChatCompletion>;

/**
 * A piece of a tool call. The first piece has the name. Some compatible servers omit the index, and
 * send all arguments as an object.
 */
const CallDelta = Type.Object({
  index: Type.Optional(Type.Integer({ minimum: 0 })),
  function: Type.Optional(
    Type.Object({
      name: Words,
      arguments: Type.Optional(
        Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
      ),
    }),
  ),
});
export type CallDelta = Static<typeof CallDelta>;

/**
 * One chunk of a streamed answer. After the last chunk, the stream contains `[DONE]`, which is not
 * JSON.
 */
export const ChatCompletionChunk = Type.Object({
  model: Type.Optional(Type.String()),
  choices: Type.Array(
    Type.Object({
      delta: Type.Object({
        content: AnswerContent,
        refusal: Words,
        tool_calls: Type.Optional(Type.Union([Type.Array(CallDelta), Type.Null()])),
      }),
      finish_reason: Words,
    }),
  ),
  usage: Usage,
});
export type ChatCompletionChunk = Static<typeof ChatCompletionChunk>;
