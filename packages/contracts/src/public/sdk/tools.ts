import { type Static, Type } from "typebox";
import { ToolDefinition, ToolName } from "../../tools.ts";
import { SdkText, sdkCacheMark } from "../sdk.ts";

const closed = { additionalProperties: false };
export const callId = Type.String({ minLength: 1, maxLength: 256 });

/** The maximum number of tools per request, which is also the providers' limit. */
export const MAX_TOOLS = 128;

/* Anthropic's API reference, "Create a Message": tools that the caller runs. */

export const SdkTool = Type.Object(
  {
    type: Type.Optional(Type.Union([Type.Literal("custom"), Type.Null()])),
    name: ToolName,
    description: Type.Optional(Type.String()),
    input_schema: Type.Record(Type.String(), Type.Unknown()),
    strict: ToolDefinition.properties.strict,
    cache_control: sdkCacheMark,
  },
  closed,
);

const disable_parallel_tool_use = Type.Optional(Type.Boolean());

export const SdkToolChoice = Type.Union([
  Type.Object(
    {
      type: Type.Union([Type.Literal("auto"), Type.Literal("any")]),
      disable_parallel_tool_use,
    },
    closed,
  ),
  Type.Object({ type: Type.Literal("none") }, closed),
  Type.Object({ type: Type.Literal("tool"), name: ToolName, disable_parallel_tool_use }, closed),
]);
export type SdkToolChoice = Static<typeof SdkToolChoice>;

export const SdkToolUse = Type.Object(
  {
    type: Type.Literal("tool_use"),
    id: callId,
    name: ToolName,
    input: Type.Record(Type.String(), Type.Unknown()),
    cache_control: sdkCacheMark,
  },
  closed,
);

export const SdkToolResult = Type.Object(
  {
    type: Type.Literal("tool_result"),
    tool_use_id: callId,
    content: Type.Optional(Type.Union([Type.String(), Type.Array(SdkText)])),
    is_error: Type.Optional(Type.Boolean()),
    cache_control: sdkCacheMark,
  },
  closed,
);

/* OpenAI's API reference, "Create chat completion": functions that the caller runs. */

export const SdkFunction = Type.Object(
  {
    type: Type.Literal("function"),
    function: Type.Object(
      {
        name: ToolName,
        description: Type.Optional(Type.String()),
        parameters: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        strict: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
      },
      closed,
    ),
  },
  closed,
);

export const SdkFunctionChoice = Type.Union([
  Type.Literal("none"),
  Type.Literal("auto"),
  Type.Literal("required"),
  Type.Object(
    { type: Type.Literal("function"), function: Type.Object({ name: ToolName }, closed) },
    closed,
  ),
]);
export type SdkFunctionChoice = Static<typeof SdkFunctionChoice>;

export const SdkFunctionCall = Type.Object(
  {
    id: callId,
    type: Type.Literal("function"),
    function: Type.Object({ name: ToolName, arguments: Type.String() }, closed),
  },
  closed,
);
export type SdkFunctionCall = Static<typeof SdkFunctionCall>;
