import { ApiError } from "@veil/contracts/errors";
import type { InferenceOptions } from "@veil/contracts/inference";
import { checked } from "@veil/contracts/parsing";
import { CHAT_FIELDS } from "@veil/contracts/public/published-fields";
import { SdkChatRequest, type SdkChatTurn } from "@veil/contracts/public/sdk/chat";
import { type CallPart, namesInSchemas, toolResultPart, toolUsePart } from "../../calls/index.ts";
import {
  functionChoice,
  functionDefinition,
  namedOutputSchema,
  requireFreeMetadata,
  withoutNulls,
} from "./openai-request.ts";
import {
  type Allowed,
  calledTools,
  createNumbering,
  createWrittenAt,
  partsOf,
  type SdkCall,
  toolOptions,
  type WrittenAt,
} from "./sdk-call.ts";
import { refuseUnsupported } from "./unsupported.ts";

const parse = checked(SdkChatRequest, { published: CHAT_FIELDS });

export interface ChatCall extends SdkCall {
  /** The metadata of the request, which is returned with the answer. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Whether a stream ends with the token counts. */
  readonly includesUsage: boolean;
}

interface ChatAllowed extends Allowed {
  readonly streaming: boolean;
}

/**
 * Reads the body of a chat completion request.
 * @throws ApiError `streaming_not_supported`, `missing_field`, `invalid_field`, or what
 * `refuseUnsupported` throws
 */
export function readChatRequest(body: unknown, { streaming, ...allowed }: ChatAllowed): ChatCall {
  const given = withoutNulls(body, ["messages"]);
  if (!streaming) refuseStreaming(given);
  refuseUnsupported(given, { format: "openai", ...allowed });
  const request = parse(given);
  const { model, temperature, max_tokens, max_completion_tokens, metadata = {} } = request;
  const { n = 1, stream: isStreamed = false, stream_options: streamed } = request;
  if (isStreamed && n > 1)
    throw new ApiError("invalid_field", 'Field "n" must be 1 when "stream" is true');
  requireFreeMetadata(metadata);
  const writtenAt = createWrittenAt(allowed.bytes, PARAMETERS, SCHEMA);
  const definitions = definitionsOf(request, writtenAt);
  const messages = callMessages(request, namesInSchemas(definitions));
  const options = optionsOf(request, definitions);
  return {
    content: {
      ...{ kind: "messages", dialect: "openai", options, messages },
      stop: typeof request.stop === "string" ? [request.stop] : (request.stop ?? []),
    },
    tools: { definitions, called: calledTools(messages) },
    outputSchema: outputSchemaOf(request, writtenAt),
    parameters: { model, maxTokens: max_completion_tokens ?? max_tokens, temperature },
    isStreamed,
    metadata,
    includesUsage: streamed?.include_usage === true,
  };
}

const PARAMETERS = ["tools", "*", "function", "parameters"];
const SCHEMA = ["response_format", "json_schema", "schema"];

function outputSchemaOf({ response_format: format }: SdkChatRequest, writtenAt: WrittenAt) {
  if (format?.type !== "json_schema") return undefined;
  return namedOutputSchema(format.json_schema, "response_format.json_schema", () =>
    writtenAt(...SCHEMA),
  );
}

function definitionsOf({ tools = [] }: SdkChatRequest, writtenAt: WrittenAt) {
  return tools.map(({ function: defined }, index) =>
    functionDefinition(defined, `tools[${index}]`, () =>
      writtenAt("tools", index, "function", "parameters"),
    ),
  );
}

function callMessages(
  { messages }: SdkChatRequest,
  known: ReadonlySet<string>,
): SdkCall["content"]["messages"] {
  const idOf = createNumbering("call");
  const speakerOf = createNumbering("participant");
  return messages.map((turn, index) => {
    const field = `messages[${index}]`;
    const { role, content, tool_calls = [] } = requireWhole(turn, field);
    if (role === "tool") {
      const named = { field, id: idOf(turn.tool_call_id ?? ""), isError: undefined, known };
      const parts = [toolResultPart({ ...named, content: partsOf(content) })];
      return { role: "user", field, parts };
    }
    const calls = tool_calls.map(({ id, function: { name, arguments: json } }, at) =>
      toolUsePart({ field: `${field}.tool_calls[${at}]`, id: idOf(id), name, json, known }),
    );
    const texts = partsOf(content).filter((text) => text !== "" || calls.length === 0);
    const parts: readonly CallPart[] = [...texts, ...calls];
    const name = turn.name === undefined ? undefined : speakerOf(turn.name);
    return { role: role === "developer" ? "system" : role, field, name, parts };
  });
}

/**
 * Checks that a turn has the fields of its role.
 * @throws ApiError `missing_field`, `invalid_field`
 */
function requireWhole(turn: SdkChatTurn, place: string) {
  const { role, content, tool_calls, tool_call_id } = turn;
  if (tool_calls !== undefined && role !== "assistant")
    throw new ApiError("invalid_field", `Field "${place}.tool_calls" is for assistant turns alone`);
  if ((tool_call_id !== undefined) !== (role === "tool"))
    throw role === "tool"
      ? new ApiError("missing_field", `Field "${place}.tool_call_id" is required`)
      : new ApiError("invalid_field", `Field "${place}.tool_call_id" is for tool turns alone`);
  if (content === undefined && (tool_calls ?? []).length === 0)
    throw new ApiError("missing_field", `Field "${place}.content" is required`);
  return { role, content: content ?? "", tool_calls };
}

const SAME_NAME = [
  ...["top_p", "n", "presence_penalty", "frequency_penalty"],
  ...["seed", "reasoning_effort", "verbosity"],
] as const satisfies readonly string[];

type SameName = keyof SdkChatRequest & keyof InferenceOptions;

function optionsOf(
  request: SdkChatRequest,
  definitions: SdkCall["tools"]["definitions"],
): SdkCall["content"]["options"] {
  const { tool_choice: chosen, parallel_tool_calls } = request;
  const tool_choice = functionChoice(typeof chosen === "object" ? chosen.function : chosen);
  const named = SAME_NAME.filter((name) => request[name as SameName] !== undefined);
  return {
    ...Object.fromEntries(named.map((name) => [name, request[name as SameName]])),
    ...(request.response_format?.type === "json_object" && { response_format: "json_object" }),
    ...toolOptions({ tool_choice, parallel_tool_calls }, definitions),
    ...(request.max_completion_tokens !== undefined && { limit_name: "max_completion_tokens" }),
  };
}

function refuseStreaming(body: unknown): void {
  if (typeof body !== "object" || body === null || !("stream" in body) || body.stream !== true)
    return;
  throw new ApiError("streaming_not_supported", 'Field "stream": this endpoint does not stream', {
    hint:
      "Streams need the setting CHAT_STREAMING_ENABLED of the deployment and the extension chat_streaming in the call " +
      "policy of this key, which the operator sets. Without them send the request without stream, or use POST /v1/messages " +
      "where streaming is enabled",
  });
}
