import type { IncomingHttpHeaders } from "node:http";
import type { ChatCompletionChunk, ServerSentEvent } from "@veil/llm-dialects";
import {
  type Answer,
  type Dialect,
  type Fields,
  isObject,
  jsonObject,
  type ParsedRequest,
  Refusal,
  textOf,
} from "./dialect.ts";

/** OpenAI Chat Completions. Source: the provider's API reference, "Create chat completion", "Error codes". */
export const openaiDialect: Dialect = {
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
  error: ({ status, message, field }) => ({
    error: { message, type: errorType(status), param: field, code: errorCode(status, field) },
  }),
};

const ROLES = new Set<unknown>(["system", "developer", "user", "assistant"]);

function parse(headers: IncomingHttpHeaders, text: string): ParsedRequest {
  if (!/^Bearer .+$/.test(headers.authorization ?? ""))
    throw new Refusal(401, "You didn't provide an API key.");
  const body = jsonObject(text, "We could not parse the JSON body of your request.");
  if (typeof body["model"] !== "string" || body["model"] === "")
    throw new Refusal(400, "you must provide a model parameter");
  const { messages } = body;
  if (messages === undefined)
    throw new Refusal(400, "Missing required parameter: 'messages'.", "messages");
  if (!Array.isArray(messages) || messages.length === 0)
    throw new Refusal(400, "Invalid type for 'messages'.", "messages");
  for (const field of ["max_tokens", "max_completion_tokens"]) checkCount(body, field);
  checkTemperature(body["temperature"]);
  return {
    model: body["model"],
    prompt: messages.map(messageText).join("\n"),
    stream: body["stream"] === true,
  };
}

function checkCount(body: Fields, field: string): void {
  const value = body[field] ?? 1;
  if (!Number.isSafeInteger(value) || Number(value) < 1)
    throw new Refusal(400, `Invalid value for '${field}'.`, field);
}

function checkTemperature(value: unknown): void {
  const valid = typeof value === "number" && value >= 0 && value <= 2;
  if (value !== undefined && value !== null && !valid)
    throw new Refusal(400, "Invalid value for 'temperature'.", "temperature");
}

function messageText(value: unknown, at: number): string {
  const entry: Fields = isObject(value) ? value : {};
  const text = textOf(entry["content"]);
  if (!ROLES.has(entry["role"]) || text === undefined)
    throw new Refusal(400, `Invalid value: 'messages[${at}]'.`, "messages");
  return text;
}

function envelope({ id, model }: Answer, object: string) {
  // A fixed time: the same request gets the same answer, byte for byte.
  return { id: `chatcmpl-${id}`, object, created: 1_760_000_000, model };
}

function usage({ inputTokens, outputTokens }: Answer) {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}

function events(answer: Answer, pieces: readonly string[]): readonly ServerSentEvent[] {
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

function errorCode(status: number, field: string | null): string | null {
  if (status === 401) return "invalid_api_key";
  if (status === 429) return "rate_limit_exceeded";
  return field === "messages" ? "missing_required_parameter" : null;
}
