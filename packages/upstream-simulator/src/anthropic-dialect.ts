import type { IncomingHttpHeaders } from "node:http";
import type { Message, MessagesError, MessagesEvent, ServerSentEvent } from "@veil/llm-dialects";
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

/** Anthropic Messages, version 2023-06-01. Source: the provider's API reference, "Create a Message", "Errors". */
export const anthropicDialect: Dialect = {
  path: "/v1/messages",
  parse,
  answer: (answer) =>
    ({
      ...message(answer),
      content: [{ type: "text", text: answer.text }],
    }) satisfies Message,
  events,
  error: (refusal, request_id) =>
    ({
      type: "error",
      error: { type: errorType(refusal.status), message: refusal.message },
      request_id,
    }) satisfies MessagesError & { request_id: string },
};

const BODY_FIELDS: readonly (readonly [string, (value: unknown) => boolean])[] = [
  ["model", (value) => typeof value === "string" && value !== ""],
  ["max_tokens", (value) => Number.isSafeInteger(value) && Number(value) >= 1],
  ["messages", (value) => Array.isArray(value) && value.length > 0],
];

function parse(headers: IncomingHttpHeaders, text: string): ParsedRequest {
  const bearer = /^Bearer .+$/.test(headers.authorization ?? "");
  if (!headers["x-api-key"] && !bearer) throw new Refusal(401, "x-api-key header is required");
  if (!headers["anthropic-version"])
    throw new Refusal(400, "anthropic-version: header is required");
  const body = jsonObject(text, "The request body is not valid JSON");
  for (const [field, isValid] of BODY_FIELDS) {
    if (body[field] === undefined) throw new Refusal(400, `${field}: Field required`, field);
    if (!isValid(body[field])) throw new Refusal(400, `${field}: Input is not valid`, field);
  }
  checkTemperature(body["temperature"]);
  const messages = (body["messages"] as unknown[]).map(messageText);
  const system = body["system"] === undefined ? "" : textOf(body["system"]);
  if (system === undefined) throw new Refusal(400, "system: Input is not valid", "system");
  return {
    model: String(body["model"]),
    prompt: [system, ...messages].filter((part) => part !== "").join("\n"),
    stream: body["stream"] === true,
  };
}

function checkTemperature(value: unknown): void {
  if (value === undefined || (typeof value === "number" && value >= 0 && value <= 1)) return;
  throw new Refusal(400, "temperature: range: 0..1", "temperature");
}

function messageText(value: unknown, at: number): string {
  const entry: Fields = isObject(value) ? value : {};
  const known = ["user", "assistant", "system"].includes(String(entry["role"]));
  const text = textOf(entry["content"]);
  if (!known || text === undefined)
    throw new Refusal(400, `messages.${at}: Input is not valid`, "messages");
  return text;
}

function message({ id, model, inputTokens, outputTokens }: Answer) {
  return {
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model,
    content: [] as object[],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: inputTokens, output_tokens: outputTokens },
  };
}

function events(answer: Answer, pieces: readonly string[]): readonly ServerSentEvent[] {
  const start = { ...message({ ...answer, outputTokens: 1 }), stop_reason: null };
  const all: readonly MessagesEvent[] = [
    { type: "message_start", message: start },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "ping" },
    ...pieces.map(
      (text): MessagesEvent => ({
        type: "content_block_delta",
        index: 0,
        delta: { type: "text_delta", text },
      }),
    ),
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: "end_turn", stop_sequence: null },
      usage: { output_tokens: answer.outputTokens },
    },
    { type: "message_stop" },
  ];
  return all.map((event) => ({ event: event.type, data: JSON.stringify(event) }));
}

const ERROR_TYPES: Readonly<Record<number, string>> = {
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  529: "overloaded_error",
};

function errorType(status: number): string {
  return ERROR_TYPES[status] ?? (status >= 500 ? "api_error" : "invalid_request_error");
}
