import type { IncomingHttpHeaders } from "node:http";
import { checkedJson } from "@veil/contracts/parsing";
import {
  type CallDelta,
  type ChatCompletionChunk,
  ChatCompletionRequest,
  type ModelList,
  type ServerSentEvent,
} from "@veil/llm-dialects";
import {
  type DialectServer,
  type ParsedRequest,
  Refusal,
  requestOf,
  type SimulatedAnswer,
  textOf,
} from "./dialect.ts";
import { openaiError } from "./openai-error.ts";

/** Serves chat completions and models (API reference, "Create chat completion", "List models"). */
export const openaiDialect: DialectServer = {
  requestIdHeader: "x-request-id",
  ping: ": keep-alive\n\n",
  checkHeaders,
  parse,
  answer,
  events,
  error: openaiError,
  errorEvent: (refusal) => ({ data: JSON.stringify(openaiError(refusal)) }),
  models,
};

// The time is fixed, so that the same request gets the same response, byte for byte.
const CREATED = 1_760_000_000;
const parseRequest = checkedJson(ChatCompletionRequest);

function checkHeaders({ authorization = "" }: IncomingHttpHeaders): void {
  if (!/^Bearer .+$/.test(authorization)) throw new Refusal(401, "You didn't provide an API key.");
}

function parse(body: string): ParsedRequest {
  const request = requestOf(parseRequest, body);
  const { model, messages, stream, stop, n, tools, tool_choice, response_format } = request;
  return {
    model,
    prompt: messages.map(said).join("\n"),
    stream: stream === true,
    stops: typeof stop === "string" ? [stop] : (stop ?? []),
    choices: n ?? 1,
    tools: (tools ?? []).map((tool) => tool.function),
    toolChoice: typeof tool_choice === "object" ? tool_choice.function.name : tool_choice,
    schema:
      response_format?.type === "json_schema" ? response_format.json_schema.schema : undefined,
  };
}

function said({ content, tool_calls = [] }: ChatCompletionRequest["messages"][number]): string {
  const calls = tool_calls.map((call) => call.function.arguments);
  return [textOf(content ?? ""), ...calls].filter((text) => text !== "").join("\n");
}

function answer(simulated: SimulatedAnswer) {
  const { choices, thought } = simulated;
  return {
    ...envelope(simulated, "chat.completion"),
    choices: choices.map(({ text }, index) => ({
      index,
      message: {
        role: "assistant",
        ...contentOf(simulated, text),
        ...reasoning(thought),
        ...(index === 0 && callsOf(simulated)),
      },
      logprobs: null,
      finish_reason: index === 0 && simulated.calls.length > 0 ? "tool_calls" : "stop",
    })),
    usage: usage(simulated),
  };
}

function callsOf({ id, calls }: SimulatedAnswer) {
  if (calls.length === 0) return {};
  const tool_calls = calls.map((called, index) => ({
    ...{ id: `call_${id.slice(0, 20)}${index}`, type: "function" as const, function: called },
  }));
  return { tool_calls };
}

function contentOf({ refusal }: SimulatedAnswer, text: string) {
  return refusal ? { content: null, refusal: text } : { content: text, refusal: null };
}

/** Returns the field in which compatible servers with reasoning models send thoughts. */
function reasoning(thought: string | undefined) {
  return thought === undefined ? {} : { reasoning_content: thought };
}

function envelope({ id, model }: SimulatedAnswer, object: string) {
  return { id: `chatcmpl-${id}`, object, created: CREATED, model };
}

function usage({ inputTokens, outputTokens }: SimulatedAnswer) {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}

type Delta = ChatCompletionChunk["choices"][number]["delta"] & {
  readonly role?: string;
  readonly reasoning_content?: string;
};

function events(
  simulated: SimulatedAnswer,
  piecesOf: (text: string) => readonly string[],
): readonly ServerSentEvent[] {
  const head = envelope(simulated, "chat.completion.chunk");
  const chunk = (index: number, delta: Delta, finish_reason: string | null = null) => ({
    ...head,
    choices: [{ index, delta, logprobs: null, finish_reason }],
  });
  const thoughts = piecesOf(simulated.thought ?? "");
  const chunks: readonly ChatCompletionChunk[] = [
    ...simulated.choices.flatMap(({ text }, index) => [
      chunk(index, { role: "assistant", content: "" }),
      ...thoughts.map((reasoning_content) => chunk(index, { reasoning_content })),
      ...piecesOf(text).map((piece) =>
        chunk(index, simulated.refusal ? { refusal: piece } : { content: piece }),
      ),
      ...(index === 0 ? callChunks(simulated, piecesOf) : []).map((call) =>
        chunk(index, { tool_calls: [call] }),
      ),
      chunk(index, {}, index === 0 && simulated.calls.length > 0 ? "tool_calls" : "stop"),
    ]),
    { ...head, choices: [], usage: usage(simulated) },
  ];
  return [...chunks.map((data) => ({ data: JSON.stringify(data) })), { data: "[DONE]" }];
}

/** Returns the pieces of the tool calls. The first piece of each call has its id and its name. */
function callChunks(
  { id, calls }: SimulatedAnswer,
  piecesOf: (text: string) => readonly string[],
): readonly CallDelta[] {
  return calls.flatMap(({ name, arguments: json }, index) => [
    {
      ...{ index, id: `call_${id.slice(0, 20)}${index}`, type: "function" },
      function: { name, arguments: "" },
    },
    ...piecesOf(json).map((piece) => ({ index, function: { arguments: piece } })),
  ]);
}

function models(ids: readonly string[]) {
  const data = ids.map((id) => ({ id, object: "model", created: CREATED, owned_by: "system" }));
  return { object: "list", data } satisfies ModelList & { object: string };
}
