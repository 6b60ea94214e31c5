import { type Static, Type } from "typebox";
import { InferenceOptions } from "../../inference.ts";
import { OutputName, ToolName } from "../../tools.ts";
import { SvcCompliance, sdkLimit, sdkMetadata, sdkModel } from "../sdk.ts";
import { RepeatedTool, ResponsesTool, ResponsesToolChoice } from "./responses-tools.ts";
import { callId, MAX_TOOLS } from "./tools.ts";

const closed = { additionalProperties: false };
const { reasoning_effort, verbosity, top_p } = InferenceOptions.properties;
const oneOf = <T extends string>(...values: readonly T[]) =>
  Type.Unsafe<T>(Type.String({ enum: [...values] }));
const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const text = Type.String();
const schema = Type.Record(Type.String(), Type.Unknown());
const empty = Type.Optional(Type.Array(Type.Unknown(), { maxItems: 0 }));

const ItemStatus = oneOf("in_progress", "completed", "incomplete");
/** Accepted so that the caller can send back an item of an earlier answer unchanged. */
const returned = { id: Type.Optional(text), status: Type.Optional(ItemStatus) };

const InputText = Type.Object(
  {
    type: Type.Union([Type.Literal("input_text"), Type.Literal("output_text")]),
    text,
    annotations: empty,
    logprobs: empty,
  },
  closed,
);
const Refusal = Type.Object({ type: Type.Literal("refusal"), refusal: text }, closed);
const Parts = Type.Array(Type.Union([InputText, Refusal]), { minItems: 1 });
export type SdkResponsesParts = Static<typeof Parts>;

const MessageItem = Type.Object(
  {
    type: Type.Optional(Type.Literal("message")),
    role: Type.Union([
      Type.Literal("user"),
      Type.Literal("assistant"),
      Type.Literal("system"),
      Type.Literal("developer"),
    ]),
    content: Type.Union([text, Parts]),
    phase: Type.Optional(oneOf("commentary", "final_answer")),
    ...returned,
  },
  closed,
);

/** The group to which a called tool belongs. */
const namespace = Type.Optional(ToolName);

const FunctionCallItem = Type.Object(
  {
    ...{ type: Type.Literal("function_call"), call_id: callId, name: ToolName, arguments: text },
    ...{ namespace, ...returned },
  },
  closed,
);

const FunctionOutputItem = Type.Object(
  {
    type: Type.Literal("function_call_output"),
    call_id: callId,
    output: Type.Union([text, Type.Array(InputText, { minItems: 1 })]),
    ...returned,
  },
  closed,
);

const CustomCallItem = Type.Object(
  {
    ...{ type: Type.Literal("custom_tool_call"), call_id: callId, name: ToolName, input: text },
    ...{ namespace, ...returned },
  },
  closed,
);

const CustomOutputItem = Type.Object(
  { ...FunctionOutputItem.properties, type: Type.Literal("custom_tool_call_output") },
  closed,
);

/** An earlier thought of the model. It is not sent, because its content may be encrypted. */
const ReasoningItem = Type.Object({ type: Type.Literal("reasoning") });

/** The schema of each type of item. */
export const RESPONSES_ITEMS = {
  message: MessageItem,
  function_call: FunctionCallItem,
  function_call_output: FunctionOutputItem,
  custom_tool_call: CustomCallItem,
  custom_tool_call_output: CustomOutputItem,
  reasoning: ReasoningItem,
} as const;

const Items = Type.Array(Type.Union(Object.values(RESPONSES_ITEMS)), {
  ...{ minItems: 1, maxItems: 10_000 },
});
export type SdkResponsesItem = Static<(typeof RESPONSES_ITEMS)[keyof typeof RESPONSES_ITEMS]>;

const Format = Type.Union([
  Type.Object({ type: Type.Union([Type.Literal("text"), Type.Literal("json_object")]) }, closed),
  Type.Object(
    {
      ...{ type: Type.Literal("json_schema"), name: OutputName, schema },
      description: Type.Optional(orNull(text)),
      strict: Type.Optional(orNull(Type.Boolean())),
    },
    closed,
  ),
]);

const Included = oneOf(
  ...["reasoning.encrypted_content", "message.output_text.logprobs"],
  ...["message.input_image.image_url", "file_search_call.results", "web_search_call.results"],
  ...["web_search_call.action.sources", "code_interpreter_call.outputs"],
  ...["computer_call_output.output.image_url"],
);

/**
 * Body of `POST /v1/responses`. Null counts as absent, and other fields are refused. Source:
 * OpenAI's API reference, "Create a model response".
 */
export const SdkResponsesRequest = Type.Object(
  {
    model: sdkModel,
    instructions: Type.Optional(text),
    input: Type.Union([text, Items]),
    max_output_tokens: Type.Optional(sdkLimit),
    temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
    top_p,
    text: Type.Optional(Type.Object({ format: Type.Optional(Format), verbosity }, closed)),
    /** Only `effort` has an effect. */
    reasoning: Type.Optional(
      Type.Object(
        {
          effort: reasoning_effort,
          summary: Type.Optional(oneOf("auto", "concise", "detailed")),
          generate_summary: Type.Optional(oneOf("auto", "concise", "detailed")),
        },
        closed,
      ),
    ),
    /**
     * Tools require that they are enabled, and that the key's policy allows them. Without tools,
     * any key may send an empty list, the choices `none` and `auto`, and `parallel_tool_calls`,
     * which are not sent.
     */
    tools: Type.Optional(Type.Array(ResponsesTool, { maxItems: MAX_TOOLS })),
    tool_choice: Type.Optional(ResponsesToolChoice),
    parallel_tool_calls: Type.Optional(Type.Boolean()),
    /** Accepted without effect, because the answer has none of these. */
    include: Type.Optional(Type.Array(Included, { maxItems: 100 })),
    /** Returned in the response's `metadata`, and not sent to the provider. */
    metadata: Type.Optional(sdkMetadata),
    /** None of these four is sent. The provider gets a random id as `user`. */
    user: Type.Optional(text),
    safety_identifier: Type.Optional(text),
    prompt_cache_key: Type.Optional(text),
    client_metadata: Type.Optional(schema),
    service_tier: Type.Optional(oneOf("auto", "default")),
    truncation: Type.Optional(Type.Literal("disabled")),
    store: Type.Optional(Type.Literal(false)),
    background: Type.Optional(Type.Literal(false)),
    stream: Type.Optional(Type.Boolean()),
    stream_options: Type.Optional(
      Type.Object({ include_obfuscation: Type.Optional(Type.Boolean()) }, closed),
    ),
  },
  closed,
);
export type SdkResponsesRequest = Static<typeof SdkResponsesRequest>;

const OutputText = Type.Object(
  {
    ...{ type: Type.Literal("output_text"), text },
    annotations: Type.Array(Type.Unknown(), { maxItems: 0 }),
    logprobs: Type.Array(Type.Unknown(), { maxItems: 0 }),
  },
  closed,
);

const OutputItem = Type.Union([
  Type.Object(
    {
      ...{ id: text, type: Type.Literal("message"), role: Type.Literal("assistant") },
      ...{ status: ItemStatus, content: Type.Array(OutputText) },
    },
    closed,
  ),
  Type.Object(
    {
      ...{ id: text, type: Type.Literal("function_call"), status: ItemStatus },
      ...{ call_id: text, name: text, arguments: text, namespace: Type.Optional(text) },
    },
    closed,
  ),
  Type.Object(
    {
      ...{ id: text, type: Type.Literal("custom_tool_call"), status: ItemStatus },
      ...{ call_id: text, name: text, input: text, namespace: Type.Optional(text) },
    },
    closed,
  ),
]);
export type SdkResponseItem = Static<typeof OutputItem>;

const count = Type.Integer();

/** Response to `POST /v1/responses`, also inside some events of a stream. */
export const SdkResponse = Type.Object(
  {
    id: text,
    object: Type.Literal("response"),
    /** Seconds since 1970. */
    created_at: count,
    status: oneOf("in_progress", "completed", "incomplete", "failed"),
    error: orNull(Type.Object({ code: text, message: text }, closed)),
    incomplete_details: orNull(
      Type.Object({ reason: oneOf("max_output_tokens", "content_filter") }, closed),
    ),
    instructions: Type.Null(),
    model: text,
    output: Type.Array(OutputItem),
    /** Null until the answer is complete. */
    usage: orNull(
      Type.Object(
        {
          ...{ input_tokens: count, output_tokens: count, total_tokens: count },
          input_tokens_details: Type.Object({ cached_tokens: count }, closed),
          output_tokens_details: Type.Object({ reasoning_tokens: count }, closed),
        },
        closed,
      ),
    ),
    tools: Type.Array(RepeatedTool),
    tool_choice: ResponsesToolChoice,
    parallel_tool_calls: Type.Boolean(),
    temperature: orNull(Type.Number()),
    top_p: orNull(Type.Number()),
    text: Type.Object({ format: Format, verbosity }, closed),
    /** The request's metadata, and `svc_compliance`. */
    metadata: Type.Object(
      { svc_compliance: SvcCompliance },
      { additionalProperties: Type.String() },
    ),
  },
  closed,
);
export type SdkResponse = Static<typeof SdkResponse>;
