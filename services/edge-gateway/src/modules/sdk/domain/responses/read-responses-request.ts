import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { RESPONSES_FIELDS } from "@veil/contracts/public/published-fields";
import {
  RESPONSES_ITEMS,
  type SdkResponsesItem,
  type SdkResponsesParts,
  SdkResponsesRequest,
} from "@veil/contracts/public/sdk/responses";
import {
  type CallPart,
  namesInSchemas,
  toolResultPart,
  toolUsePart,
} from "../../../calls/index.ts";
import {
  functionChoice,
  namedOutputSchema,
  requireFreeMetadata,
  withoutNulls,
} from "../openai-request.ts";
import {
  type Allowed,
  calledTools,
  createNumbering,
  createWrittenAt,
  type SdkCall,
  toolOptions,
} from "../sdk-call.ts";
import { listOf, recordOf } from "../unsupported.ts";
import { refuseUnsupportedItems } from "../unsupported-items.ts";
import { argumentsOf, type ResponseTools, responseTools, sentName } from "./response-tools.ts";

const parse = checked(SdkResponsesRequest, { published: RESPONSES_FIELDS });
const parseItem = new Map(
  Object.entries(RESPONSES_ITEMS).map(([type, schema]) => [
    type,
    checked(schema, { published: RESPONSES_FIELDS }),
  ]),
);

export interface ResponsesCall extends SdkCall {
  /** The request, whose settings and metadata the response repeats. */
  readonly request: Omit<SdkResponsesRequest, "input" | "instructions">;
  /** The tools of the request by the names that the answer has. */
  readonly named: ResponseTools["named"];
}

const PARAMETERS = ["tools", "*", "parameters"];
const PARAMETERS_IN_GROUP = ["tools", "*", "tools", "*", "parameters"];
const SCHEMA = ["text", "format", "schema"];

/**
 * Reads the body of a request to the Responses API.
 * @throws ApiError `missing_field`, `invalid_field`, or what `refuseUnsupportedItems` throws
 */
export function readResponsesRequest(body: unknown, allowed: Allowed): ResponsesCall {
  const given = withoutNullsInTools(withoutNulls(body, ["input", "text", "reasoning"]));
  refuseUnsupportedItems(given, allowed);
  requireItems(given);
  const { input, instructions = "", ...request } = parse(given);
  const { model, metadata = {}, max_output_tokens: maxTokens, temperature, text } = request;
  requireFreeMetadata(metadata);
  const writtenAt = createWrittenAt(allowed.bytes, PARAMETERS, PARAMETERS_IN_GROUP, SCHEMA);
  const { definitions, named } = responseTools(request.tools ?? [], writtenAt);
  const options = optionsOf(request, definitions);
  const messages = [
    ...(instructions === "" ? [] : [systemTurn(instructions)]),
    ...messagesOf(input, namesInSchemas(definitions)),
  ];
  return {
    content: { ...{ kind: "messages", dialect: "openai", options, messages }, stop: [] },
    tools: { definitions, called: calledTools(messages) },
    outputSchema:
      text?.format?.type === "json_schema"
        ? namedOutputSchema(text.format, "text.format", () => writtenAt(...SCHEMA))
        : undefined,
    parameters: { model, maxTokens, temperature },
    isStreamed: request.stream ?? false,
    ...{ request, named },
  };
}

/** Removes members with the value null from tools and from the tools in groups. */
function withoutNullsInTools(body: unknown): unknown {
  const { tools } = recordOf(body);
  if (!Array.isArray(tools)) return body;
  return { ...recordOf(body), tools: tools.map((tool) => withoutNulls(tool, ["tools"])) };
}

/**
 * Checks each item against the schema of its type, because an error of the whole body could be
 * about another type.
 * @throws ApiError `missing_field`, `invalid_field`
 */
function requireItems(body: unknown): void {
  for (const [index, item] of listOf(recordOf(body)["input"]).entries()) {
    const { type = "message" } = recordOf(item);
    const parseOne = typeof type === "string" ? parseItem.get(type) : undefined;
    if (parseOne === undefined) {
      const types = [...parseItem.keys()].join(", ");
      throw new ApiError("invalid_field", `Field "input[${index}].type" must be one of ${types}`);
    }
    parseOne(item, `input[${index}]`);
  }
}

function optionsOf(
  request: ResponsesCall["request"],
  definitions: SdkCall["tools"]["definitions"],
): SdkCall["content"]["options"] {
  const { top_p, reasoning = {}, text = {}, parallel_tool_calls } = request;
  const { tool_choice: chosen } = request;
  // Clients of this API send the choice "auto" also without tools, where it changes nothing.
  const isFree = chosen === "auto" && definitions.length === 0;
  const tool_choice = isFree ? undefined : functionChoice(chosen);
  return {
    ...(top_p !== undefined && { top_p }),
    ...(reasoning.effort !== undefined && { reasoning_effort: reasoning.effort }),
    ...(text.verbosity !== undefined && { verbosity: text.verbosity }),
    ...(text.format?.type === "json_object" && { response_format: "json_object" }),
    ...toolOptions({ tool_choice, parallel_tool_calls }, definitions),
    ...(request.max_output_tokens !== undefined && { limit_name: "max_completion_tokens" }),
  };
}

type Turn = Pick<SdkCall["content"]["messages"][number], "role" | "field" | "parts">;

function systemTurn(instructions: string): Turn {
  return { role: "system", field: "instructions", parts: [instructions] };
}

/** @throws ApiError `invalid_field` when no item is sent to the provider */
function messagesOf(
  input: SdkResponsesRequest["input"],
  known: ReadonlySet<string>,
): readonly Turn[] {
  if (typeof input === "string") return [{ role: "user", field: "input", parts: [input] }];
  const idOf = createNumbering("call");
  const messages = input.flatMap((item, index) => turnOf(item, `input[${index}]`, { idOf, known }));
  if (messages.length > 0) return joinedMessages(messages);
  throw new ApiError("invalid_field", 'Field "input" has only items that are not sent');
}

function turnOf(
  item: SdkResponsesItem,
  field: string,
  { idOf, known }: { idOf: (id: string) => string; known: ReadonlySet<string> },
): readonly Turn[] {
  switch (item.type) {
    case "reasoning":
      return [];
    case "function_call":
    case "custom_tool_call": {
      const json = item.type === "function_call" ? item.arguments : argumentsOf(item.input);
      const name = sentName(item, field);
      const part = toolUsePart({ field, id: idOf(item.call_id), name, json, known });
      return [{ role: "assistant", field, parts: [part] }];
    }
    case "function_call_output":
    case "custom_tool_call_output": {
      const named = { field, id: idOf(item.call_id), isError: undefined, known };
      const part = toolResultPart({ ...named, content: textsOf(item.output) });
      return [{ role: "user", field, parts: [part] }];
    }
    default: {
      const { role, content } = item;
      const parts = textsOf(content);
      return [{ role: role === "developer" ? "system" : role, field, parts }];
    }
  }
}

function isText(part: CallPart): boolean {
  return typeof part === "string" && part !== "";
}

function textsOf(content: string | SdkResponsesParts): readonly string[] {
  if (typeof content === "string") return [content];
  return content.map((part) => (part.type === "refusal" ? part.refusal : part.text));
}

/**
 * Joins consecutive messages of the assistant, because in chat completions one turn has the text and
 * all calls, and their results follow. Texts come first, as they are sent, so that the check of the
 * prompt reads them as one. Empty texts beside other parts are left out. An error names the first of
 * the joined items.
 */
function joinedMessages(messages: readonly Turn[]): readonly Turn[] {
  const joined: (Turn & { readonly parts: CallPart[] })[] = [];
  for (const { role, field, parts } of messages) {
    const last = joined.at(-1);
    if (last?.role === "assistant" && role === "assistant") last.parts.push(...parts);
    else joined.push({ role, field, parts: [...parts] });
  }
  return joined.map(({ role, field, parts }) => {
    const kept = [...parts.filter(isText), ...parts.filter((part) => typeof part !== "string")];
    return { role, field, parts: kept.length > 0 ? kept : parts.slice(0, 1) };
  });
}
