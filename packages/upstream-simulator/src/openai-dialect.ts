import type { IncomingHttpHeaders } from "node:http";
import { checkedJson } from "@veil/contracts/parsing";
import {
  type ChatCompletionChunk,
  ChatCompletionRequest,
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

/** API reference, "Create chat completion", "Error codes". */
export const openaiDialect: DialectServer = {
  path: "/v1/chat/completions",
  parse,
  answer: (answer) => ({
    ...envelope(answer, "chat.completion"),
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: answer.text, refusal: null },
        logprobs: null,
        finish_reason: "stop",
      },
    ],
    usage: usage(answer),
  }),
  events,
  error: ({ status, message, missing }) => ({
    error: { message, type: errorType(status), param: null, code: errorCode(status, missing) },
  }),
};

const parseRequest = checkedJson(ChatCompletionRequest);

function parse(headers: IncomingHttpHeaders, body: string): ParsedRequest {
  if (!/^Bearer .+$/.test(headers.authorization ?? ""))
    throw new Refusal(401, "You didn't provide an API key.");
  const { model, messages, stream } = requestOf(parseRequest, body);
  const prompt = messages.map(({ content }) => textOf(content)).join("\n");
  return { model, prompt, stream: stream === true };
}

function envelope({ id, model }: SimulatedAnswer, object: string) {
  // Fixed: the same request gets the same answer, byte for byte.
  return { id: `chatcmpl-${id}`, object, created: 1_760_000_000, model };
}

function usage({ inputTokens, outputTokens }: SimulatedAnswer) {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}

function events(answer: SimulatedAnswer, pieces: readonly string[]): readonly ServerSentEvent[] {
  const head = envelope(answer, "chat.completion.chunk");
  const chunk = (
    delta: ChatCompletionChunk["choices"][number]["delta"] & { role?: string },
    finish_reason: string | null,
  ) => ({
    ...head,
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
  });
  const chunks: readonly ChatCompletionChunk[] = [
    chunk({ role: "assistant", content: "" }, null),
    ...pieces.map((content) => chunk({ content }, null)),
    chunk({}, "stop"),
    { ...head, choices: [], usage: usage(answer) },
  ];
  return [...chunks.map((data) => ({ data: JSON.stringify(data) })), { data: "[DONE]" }];
}

function errorType(status: number): string {
  if (status === 429) return "requests";
  return status >= 500 ? "server_error" : "invalid_request_error";
}

function errorCode(status: number, missing: boolean): string | null {
  if (status === 401) return "invalid_api_key";
  if (status === 429) return "rate_limit_exceeded";
  return missing ? "missing_required_parameter" : null;
}
