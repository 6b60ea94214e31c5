import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { MESSAGES_FIELDS } from "@veil/contracts/public/published-fields";
import {
  SdkMessagesRequest,
  type SdkMessagesTurn,
  SdkTokenCountRequest,
} from "@veil/contracts/public/sdk/messages";
import type { SdkToolChoice } from "@veil/contracts/public/sdk/tools";
import { type CallPart, namesInSchemas, toolResultPart, toolUsePart } from "../../calls/index.ts";
import {
  type Allowed,
  calledNames,
  createCallIds,
  createWrittenAt,
  partsOf,
  requireOfferedChoice,
  type SdkCall,
  type WrittenAt,
} from "./sdk-call.ts";
import { refuseUnsupported } from "./unsupported.ts";

const parse = checked(SdkMessagesRequest, { published: MESSAGES_FIELDS });

/**
 * Reads a message request.
 * @throws ApiError `missing_field`, `invalid_field`, or what `refuseUnsupported` throws
 */
export function readMessagesRequest(body: unknown, { tools, bytes }: Allowed): SdkCall {
  refuseUnsupported(body, { format: "anthropic", tools });
  const request = parse(body);
  const { model, max_tokens, temperature, top_p, top_k, stop_sequences = [] } = request;
  return {
    ...promptOf(
      { ...request, writtenAt: writtenIn(bytes) },
      { ...(top_p !== undefined && { top_p }), ...(top_k !== undefined && { top_k }) },
      stop_sequences,
    ),
    parameters: { model, maxTokens: max_tokens, temperature },
    isStreamed: request.stream ?? false,
  };
}

const parseTokenCount = checked(SdkTokenCountRequest, { published: MESSAGES_FIELDS });

/** Reads a token count request. @throws as `readMessagesRequest` */
export function readTokenCountRequest(body: unknown, { tools, bytes }: Allowed): SdkCall {
  refuseUnsupported(body, { format: "anthropic", tools });
  const request = parseTokenCount(body);
  return {
    ...promptOf({ ...request, writtenAt: writtenIn(bytes) }, {}, []),
    parameters: { model: request.model, maxTokens: undefined, temperature: undefined },
    isStreamed: false,
  };
}

interface Prompt
  extends Pick<
    SdkMessagesRequest,
    "system" | "messages" | "tools" | "tool_choice" | "output_config"
  > {
  readonly writtenAt: WrittenAt;
}

const SCHEMA = ["output_config", "format", "schema"];

function writtenIn(bytes: Uint8Array | undefined): WrittenAt {
  const input = ["messages", "*", "content", "*", "input"];
  return createWrittenAt(bytes, ["tools", "*", "input_schema"], SCHEMA, input);
}

function promptOf(
  request: Prompt,
  options: SdkCall["content"]["options"],
  stop: readonly string[],
): Pick<SdkCall, "content" | "tools" | "outputSchema"> {
  const definitions = definitionsOf(request);
  const messages = callMessages(request, namesInSchemas(definitions));
  const choice = choiceOf(request.tool_choice);
  const { format, effort } = request.output_config ?? {};
  requireOfferedChoice(choice.tool_choice, definitions);
  return {
    content: {
      ...{ kind: "messages", dialect: "anthropic", messages, stop },
      options: { ...options, ...choice, ...(effort && { effort }) },
    },
    tools: { definitions, names: calledNames(messages) },
    outputSchema: format
      ? { schema: request.writtenAt(...SCHEMA), field: "output_config.format" }
      : undefined,
  };
}

function definitionsOf({ tools = [], writtenAt }: Prompt) {
  return tools.map(({ name, description, strict }, index) => ({
    ...{ name, input_schema: writtenAt("tools", index, "input_schema") },
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
  { system = "", messages, writtenAt }: Prompt,
  known: ReadonlySet<string>,
): SdkCall["content"]["messages"] {
  const idOf = createCallIds("toolu");
  const said = messages.map(({ role, content }, index) => ({
    role,
    parts:
      typeof content === "string"
        ? [content]
        : content.map((block, at): CallPart => {
            if (block.type === "text") return block.text;
            requireRole(block.type, role, index);
            const json = () => writtenAt("messages", index, "content", at, "input");
            return toolPart(block, json, idOf, known);
          }),
  }));
  return system === "" ? said : [{ role: "system", parts: partsOf(system) }, ...said];
}

type ToolBlock = Exclude<
  Extract<SdkMessagesTurn["content"], readonly unknown[]>[number],
  { readonly type: "text" }
>;

function toolPart(
  block: ToolBlock,
  input: () => string,
  idOf: (id: string) => string,
  known: ReadonlySet<string>,
): CallPart {
  if (block.type === "tool_use") {
    const { id, name } = block;
    return toolUsePart({ id: idOf(id), name, json: input(), known });
  }
  const { tool_use_id, content, is_error: isError } = block;
  const texts = content === undefined ? [] : partsOf(content as Parameters<typeof partsOf>[0]);
  return toolResultPart({ id: idOf(tool_use_id), content: texts, isError, known });
}

const ROLE_OF = { tool_use: "assistant", tool_result: "user" } as const;

function requireRole(type: keyof typeof ROLE_OF, role: SdkMessagesTurn["role"], index: number) {
  if (role === ROLE_OF[type]) return;
  throw new ApiError(
    "invalid_field",
    `Field "messages[${index}].content" has a ${type} block, which only role ${ROLE_OF[type]} has`,
  );
}
