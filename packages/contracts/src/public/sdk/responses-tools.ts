import { type Static, Type } from "typebox";
import { ToolName } from "../../tools.ts";
import { MAX_TOOLS } from "./tools.ts";

/* OpenAI's API reference, "Create a model response": tools that the caller runs. */

const closed = { additionalProperties: false };
const text = Type.String();
const schema = Type.Record(Type.String(), Type.Unknown());
const description = Type.Optional(text);

const FunctionTool = Type.Object(
  {
    ...{ type: Type.Literal("function"), name: ToolName, description },
    parameters: Type.Optional(schema),
    strict: Type.Optional(Type.Boolean()),
  },
  closed,
);

/** How the input of a custom tool is written. The provider gets it in the tool's description. */
const InputFormat = Type.Union([
  Type.Object({ type: Type.Literal("text") }, closed),
  Type.Object(
    {
      type: Type.Literal("grammar"),
      syntax: Type.Union([Type.Literal("lark"), Type.Literal("regex")]),
      definition: text,
    },
    closed,
  ),
]);

/** A tool whose input is one text. The provider gets it as a function. */
const CustomTool = Type.Object(
  {
    ...{ type: Type.Literal("custom"), name: ToolName, description },
    format: Type.Optional(InputFormat),
  },
  closed,
);

const CallableTool = Type.Union([FunctionTool, CustomTool]);
export type SdkResponsesCallable = Static<typeof CallableTool>;

/** A group of tools. The provider gets each of them under the names of the group and the tool. */
const NamespaceTool = Type.Object(
  {
    ...{ type: Type.Literal("namespace"), name: ToolName, description },
    tools: Type.Array(CallableTool, { minItems: 1, maxItems: MAX_TOOLS }),
  },
  closed,
);

export const ResponsesTool = Type.Union([FunctionTool, CustomTool, NamespaceTool]);
export type SdkResponsesTool = Static<typeof ResponsesTool>;

export const ResponsesToolChoice = Type.Union([
  Type.Literal("none"),
  Type.Literal("auto"),
  Type.Literal("required"),
  Type.Object(
    { type: Type.Union([Type.Literal("function"), Type.Literal("custom")]), name: ToolName },
    closed,
  ),
]);

/** A tool as the response repeats it. */
export const RepeatedTool = Type.Union([
  Type.Object(
    {
      ...{ type: Type.Literal("function"), name: text, description },
      parameters: Type.Union([schema, Type.Null()]),
      strict: Type.Union([Type.Boolean(), Type.Null()]),
    },
    closed,
  ),
  CustomTool,
  NamespaceTool,
]);
