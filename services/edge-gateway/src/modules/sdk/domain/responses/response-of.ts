import type { UsageDetails } from "@veil/contracts/inference";
import type { SvcCompliance } from "@veil/contracts/public/sdk";
import type { SdkResponse, SdkResponseItem } from "@veil/contracts/public/sdk/responses";
import type { DirectAnswer, OpenCall } from "../../../calls/index.ts";
import { type Made, toolCallId } from "../completion-of.ts";
import { complianceOf } from "../compliance.ts";
import type { ResponsesCall } from "./read-responses-request.ts";
import { inputOf, type NamedTool } from "./response-tools.ts";

type ItemStatus = SdkResponseItem["status"];
type Ending = Pick<SdkResponse, "status" | "incomplete_details">;

/** One item of an answer: its text, or the arguments of a call. */
export interface Said {
  /** The tool that the item calls. Undefined for a message. */
  readonly tool: NamedTool | undefined;
  readonly text: string;
}

/** Returns the answer in the format of OpenAI's Responses API. */
export function responseOf(
  made: Made,
  open: OpenCall,
  call: Pick<ResponsesCall, "request" | "named">,
  answer: DirectAnswer,
): SdkResponse {
  const { result, choices } = answer;
  const [{ text, calls, stopReason } = { text: "", calls: [], stopReason: "unknown" }] = choices;
  const ending = endingOf(stopReason);
  const said: readonly Said[] = [
    ...(text === "" ? [] : [{ tool: undefined, text }]),
    ...calls.map(({ name, arguments: json }) => ({ tool: toolNamed(call, name), text: json })),
  ];
  return {
    ...envelopeOf(made, result.model_used, call),
    ...{ ...ending, error: null },
    output: said.map((item, index) =>
      outputItem(made.id, index, item, index < said.length - 1 ? "completed" : itemStatus(ending)),
    ),
    usage: usageOf(result),
    metadata: metadataOf(call, complianceOf(open, answer)),
  };
}

/** Returns the tool that an answer calls. The worker refuses answers that call another tool. */
export function toolNamed({ named }: Pick<ResponsesCall, "named">, name: string): NamedTool {
  const tool = named.get(name);
  if (tool === undefined) throw new Error("The answer calls a tool that is not in the request");
  return tool;
}

/** Returns what all responses to a request have in common, also those inside a stream. */
export function envelopeOf(
  { id, nowMs }: Made,
  model: string,
  { request }: Pick<ResponsesCall, "request">,
) {
  const { tools = [], tool_choice = "auto", parallel_tool_calls = true, text } = request;
  return {
    id: `resp_${id}`,
    object: "response" as const,
    created_at: Math.floor(nowMs / 1000),
    ...{ instructions: null, model },
    tools: tools.map((tool) =>
      tool.type === "function" ? { parameters: null, strict: null, ...tool } : tool,
    ),
    ...{ tool_choice, parallel_tool_calls },
    ...{ temperature: request.temperature ?? null, top_p: request.top_p ?? null },
    text: { format: { type: "text" as const }, ...text },
  };
}

export function metadataOf(
  { request }: Pick<ResponsesCall, "request">,
  svc_compliance: SvcCompliance,
): SdkResponse["metadata"] {
  return { ...request.metadata, svc_compliance };
}

/** The reasons for which providers end an answer early, each with OpenAI's name for it. */
const CUT: ReadonlyMap<string, NonNullable<SdkResponse["incomplete_details"]>["reason"]> = new Map([
  ["length", "max_output_tokens"],
  ["max_tokens", "max_output_tokens"],
  ["content_filter", "content_filter"],
]);

export function endingOf(stopReason: string): Ending {
  const reason = CUT.get(stopReason);
  return reason === undefined
    ? { status: "completed", incomplete_details: null }
    : { status: "incomplete", incomplete_details: { reason } };
}

/** Returns the status of an answer's last item. */
export function itemStatus({ status }: Pick<Ending, "status">): ItemStatus {
  return status === "incomplete" ? "incomplete" : "completed";
}

const ID_PREFIXES = { message: "msg", function: "fc", custom: "ctc" } as const;

/** Creates the id of an item. The provider's own ids never leave the worker. */
export function itemId(id: string, index: number, { tool }: Pick<Said, "tool">): string {
  return `${ID_PREFIXES[tool?.type ?? "message"]}_${id}_${index}`;
}

/** Creates an item. */
export function outputItem(
  id: string,
  index: number,
  { tool, text }: Said,
  status: ItemStatus,
): SdkResponseItem {
  const made = { id: itemId(id, index, { tool }), status };
  if (tool === undefined)
    return { ...made, type: "message", role: "assistant", content: [outputText(text)] };
  const { type, ...named } = tool;
  const called = { ...made, call_id: toolCallId(id, index), ...named };
  return type === "custom"
    ? { ...called, type: "custom_tool_call", input: inputOf(text) }
    : { ...called, type: "function_call", arguments: text };
}

export function outputText(text: string) {
  return { type: "output_text" as const, text, annotations: [], logprobs: [] };
}

type TokenUsage = Pick<DirectAnswer["result"], "input_tokens" | "output_tokens" | "usage_details">;

/** Returns the token counts under the names of the Responses API. */
export function usageOf({
  input_tokens,
  output_tokens,
  usage_details = {},
}: TokenUsage): SdkResponse["usage"] {
  const { prompt_tokens_details: read, completion_tokens_details: written } = usage_details;
  return {
    ...{ input_tokens, output_tokens, total_tokens: input_tokens + output_tokens },
    input_tokens_details: { cached_tokens: countIn(read, "cached_tokens") },
    output_tokens_details: { reasoning_tokens: countIn(written, "reasoning_tokens") },
  };
}

function countIn(details: UsageDetails[string] | undefined, name: string): number {
  const count = typeof details === "object" ? details?.[name] : undefined;
  return typeof count === "number" ? count : 0;
}
