import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { MESSAGES_FIELDS } from "@veil/contracts/public/published-fields";
import type { SdkContent } from "@veil/contracts/public/sdk";
import {
  SdkMessagesRequest,
  type SdkMessagesTurn,
  SdkTokenCountRequest,
} from "@veil/contracts/public/sdk/messages";
import type { SdkToolChoice } from "@veil/contracts/public/sdk/tools";
import type { CacheMark } from "@veil/contracts/tools";
import {
  type CallPart,
  namesInSchemas,
  thoughtPart,
  toolResultPart,
  toolUsePart,
} from "../../calls/index.ts";
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

const parse = checked(SdkMessagesRequest, { published: MESSAGES_FIELDS });

/**
 * Reads a message request.
 * @throws ApiError `missing_field`, `invalid_field`, or what `refuseUnsupported` throws
 */
export function readMessagesRequest(body: unknown, allowed: Allowed): SdkCall {
  refuseUnsupported(body, { format: "anthropic", ...allowed });
  const request = parse(body);
  const { model, max_tokens, temperature, top_p, top_k, stop_sequences = [] } = request;
  return {
    ...promptOf(
      { ...request, ...readingOf(allowed) },
      { ...(top_p !== undefined && { top_p }), ...(top_k !== undefined && { top_k }) },
      stop_sequences,
    ),
    parameters: { model, maxTokens: max_tokens, temperature },
    isStreamed: request.stream ?? false,
  };
}

const parseTokenCount = checked(SdkTokenCountRequest, { published: MESSAGES_FIELDS });

/** Reads a token count request. @throws as `readMessagesRequest` */
export function readTokenCountRequest(body: unknown, allowed: Allowed): SdkCall {
  refuseUnsupported(body, { format: "anthropic", ...allowed });
  const request = parseTokenCount(body);
  return {
    ...promptOf({ ...request, ...readingOf(allowed) }, {}, []),
    parameters: { model: request.model, maxTokens: undefined, temperature: undefined },
    isStreamed: false,
  };
}

interface Prompt
  extends Pick<
    SdkMessagesRequest,
    | "system"
    | "messages"
    | "tools"
    | "tool_choice"
    | "output_config"
    | "output_format"
    | "cache_control"
    | "thinking"
  > {
  readonly writtenAt: WrittenAt;
  /** Returns the member `cache_control` for a block with this mark, if marks are sent. */
  readonly marked: (mark: CacheMark | null | undefined) => { readonly cache_control?: CacheMark };
}

/** The places of the format of the answer: the current one, and the old one. */
const FORMATS = [["output_config", "format"], ["output_format"]] as const;
const SCHEMAS = FORMATS.map((place) => [...place, "schema"]);

function readingOf({ bytes, cacheControl }: Allowed): Pick<Prompt, "writtenAt" | "marked"> {
  const input = ["messages", "*", "content", "*", "input"];
  return {
    writtenAt: createWrittenAt(bytes, ["tools", "*", "input_schema"], ...SCHEMAS, input),
    marked: (mark) => (mark && cacheControl === "forward" ? { cache_control: mark } : {}),
  };
}

function promptOf(
  request: Prompt,
  options: SdkCall["content"]["options"],
  stop: readonly string[],
): Pick<SdkCall, "content" | "tools" | "outputSchema"> {
  const definitions = definitionsOf(request);
  const messages = callMessages(request, namesInSchemas(definitions));
  const choice = toolOptions(choiceOf(request.tool_choice), definitions);
  const { effort } = request.output_config ?? {};
  return {
    content: {
      ...{ kind: "messages", dialect: "anthropic", messages, stop },
      options: {
        ...{ ...options, ...choice, ...request.marked(request.cache_control) },
        ...(effort && { effort }),
        ...(request.thinking &&
          request.thinking.type !== "disabled" && { thinking: request.thinking }),
      },
    },
    tools: { definitions, called: calledTools(messages) },
    outputSchema: outputSchemaOf(request),
  };
}

/** @throws ApiError `invalid_field` for two formats */
function outputSchemaOf({
  output_config,
  output_format,
  writtenAt,
}: Prompt): SdkCall["outputSchema"] {
  const formats = [output_config?.format, output_format];
  const [place, another] = FORMATS.filter((_place, at) => formats[at]);
  if (another !== undefined)
    throw new ApiError(
      "invalid_field",
      'Field "output_format" is also given as output_config.format',
    );
  return place && { schema: writtenAt(...place, "schema"), field: place.join(".") };
}

function definitionsOf({ tools = [], writtenAt, marked }: Prompt) {
  return tools.map(({ name, description, strict, cache_control }, index) => ({
    ...marked(cache_control),
    ...{ name, field: `tools[${index}]`, input_schema: writtenAt("tools", index, "input_schema") },
    ...(description !== undefined && { description }),
    ...(strict !== undefined && { strict }),
  }));
}

function choiceOf(
  choice: SdkToolChoice | undefined,
): Pick<SdkCall["content"]["options"], "tool_choice" | "parallel_tool_calls"> {
  if (choice === undefined) return {};
  if (choice.type === "none") return { tool_choice: choice };
  const { disable_parallel_tool_use: disabled, ...tool_choice } = choice;
  return { tool_choice, ...(disabled !== undefined && { parallel_tool_calls: !disabled }) };
}

function callMessages(
  { system = "", messages, writtenAt, marked }: Prompt,
  known: ReadonlySet<string>,
): SdkCall["content"]["messages"] {
  const idOf = createNumbering("toolu");
  const marksOf = (content: SdkContent | SdkMessagesTurn["content"]) =>
    typeof content === "string"
      ? []
      : content.map((block) => marked(block.cache_control).cache_control);
  const said = messages.map(({ role, content }, index) => ({
    role,
    field: `messages[${index}]`,
    cacheMarks: marksOf(content),
    parts:
      typeof content === "string"
        ? [content]
        : content.map((block, at): CallPart => {
            if (block.type === "text") return block.text;
            requireRole(block.type, role, index);
            if (block.type === "thinking" || block.type === "redacted_thinking") {
              const { cache_control: _none, ...thought } = block;
              return thoughtPart(thought);
            }
            const json = () => writtenAt("messages", index, "content", at, "input");
            const field = `messages[${index}].content[${at}]`;
            return toolPart(block, json, { field, idOf, known });
          }),
  }));
  if (system === "") return said;
  const parts = partsOf(system);
  return [{ role: "system", field: "system", cacheMarks: marksOf(system), parts }, ...said];
}

type ToolBlock = Exclude<
  Extract<SdkMessagesTurn["content"], readonly unknown[]>[number],
  { readonly type: "text" | "thinking" | "redacted_thinking" }
>;

interface PartContext {
  readonly field: string;
  readonly idOf: (id: string) => string;
  readonly known: ReadonlySet<string>;
}

function toolPart(
  block: ToolBlock,
  input: () => string,
  { field, idOf, known }: PartContext,
): CallPart {
  if (block.type === "tool_use") {
    const { id, name } = block;
    return toolUsePart({ field, id: idOf(id), name, json: input(), known });
  }
  const { tool_use_id, content, is_error: isError } = block;
  const texts = content === undefined ? [] : partsOf(content as Parameters<typeof partsOf>[0]);
  return toolResultPart({ field, id: idOf(tool_use_id), content: texts, isError, known });
}

const ROLE_OF = {
  ...{ tool_use: "assistant", tool_result: "user" },
  ...{ thinking: "assistant", redacted_thinking: "assistant" },
} as const;

function requireRole(type: keyof typeof ROLE_OF, role: SdkMessagesTurn["role"], index: number) {
  if (role === ROLE_OF[type]) return;
  throw new ApiError(
    "invalid_field",
    `Field "messages[${index}].content" has a ${type} block, which only role ${ROLE_OF[type]} has`,
  );
}
