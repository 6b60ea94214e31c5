import { type Static, Type } from "typebox";

const closed = { additionalProperties: false };

/** A tool name that is valid in both wire formats. */
export const ToolName = Type.String({
  pattern: "^[A-Za-z0-9_-]{1,128}$",
  description: "1 to 128 letters, digits, _ and -",
});

/**
 * Marks the end of a part of the prompt that the provider caches. Source: Anthropic's API reference,
 * "Prompt caching".
 */
export const CacheMark = Type.Object(
  {
    type: Type.Literal("ephemeral"),
    ttl: Type.Optional(Type.Union([Type.Literal("5m"), Type.Literal("1h")])),
  },
  closed,
);
export type CacheMark = Static<typeof CacheMark>;

const cache_control = Type.Optional(CacheMark);

/** The parsed value of a tool call's `arguments`. */
export const CallArguments = Type.Record(Type.String(), Type.Unknown());

export const ToolDefinition = Type.Object(
  {
    name: ToolName,
    description: Type.Optional(Type.String()),
    /** The text of a JSON schema, as the caller wrote it. */
    input_schema: Type.Optional(Type.String()),
    strict: Type.Optional(Type.Boolean()),
    cache_control,
  },
  closed,
);
export type ToolDefinition = Static<typeof ToolDefinition>;

export const OutputName = Type.String({
  pattern: "^[A-Za-z0-9_-]{1,64}$",
  description: "1 to 64 letters, digits, _ and -",
});

/** The JSON schema that the answer's text must match. */
export const OutputSchema = Type.Object(
  {
    /** Name and description exist only in OpenAI's format, as does `strict`. */
    name: Type.Optional(OutputName),
    description: Type.Optional(Type.String()),
    /** The text of the JSON schema, as the caller wrote it. */
    schema: Type.Optional(Type.String()),
    strict: Type.Optional(Type.Boolean()),
  },
  closed,
);
export type OutputSchema = Static<typeof OutputSchema>;

/** Which tools the model may call. `any` requires it to call at least one. */
export const ToolChoice = Type.Union([
  Type.Object(
    { type: Type.Union([Type.Literal("auto"), Type.Literal("any"), Type.Literal("none")]) },
    closed,
  ),
  Type.Object({ type: Type.Literal("tool"), name: ToolName }, closed),
]);
export type ToolChoice = Static<typeof ToolChoice>;

const callId = Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" });

/** An earlier tool call, in an assistant message. */
export const ToolUseBlock = Type.Object(
  {
    type: Type.Literal("tool_use"),
    id: callId,
    name: ToolName,
    arguments: Type.String(),
    cache_control,
  },
  closed,
);
export type ToolUseBlock = Static<typeof ToolUseBlock>;

/** The result of a tool that the caller ran, in a user message. */
export const ToolResultBlock = Type.Object(
  {
    type: Type.Literal("tool_result"),
    tool_use_id: callId,
    content: Type.Array(Type.Object({ type: Type.Literal("text"), text: Type.String() }, closed)),
    is_error: Type.Optional(Type.Boolean()),
    cache_control,
  },
  closed,
);
export type ToolResultBlock = Static<typeof ToolResultBlock>;

/** A tool call in an answer. `arguments` is JSON, unless the answer was cut off inside it. */
export const ToolCallBlock = Type.Object(
  { type: Type.Literal("tool_use"), name: ToolName, arguments: Type.String() },
  closed,
);
export type ToolCallBlock = Static<typeof ToolCallBlock>;
