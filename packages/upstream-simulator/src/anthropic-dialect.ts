import type { IncomingHttpHeaders } from "node:http";
import { checkedJson } from "@veil/contracts/parsing";
import {
  type MessagesError,
  type MessagesEvent,
  MessagesRequest,
  type MessagesResponse,
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

/** Version 2023-06-01. API reference, "Create a Message", "Errors". */
export const anthropicDialect: DialectServer = {
  path: "/v1/messages",
  parse,
  answer: (answer) =>
    ({
      ...message(answer),
      content: [{ type: "text", text: answer.text }],
    }) satisfies MessagesResponse,
  events,
  error: (refusal, request_id) =>
    ({
      type: "error",
      error: { type: errorType(refusal.status), message: refusal.message },
      request_id,
    }) satisfies MessagesError & { request_id: string },
};

const parseRequest = checkedJson(MessagesRequest);

function parse(headers: IncomingHttpHeaders, body: string): ParsedRequest {
  const bearer = /^Bearer .+$/.test(headers.authorization ?? "");
  if (!headers["x-api-key"] && !bearer) throw new Refusal(401, "x-api-key header is required");
  if (!headers["anthropic-version"])
    throw new Refusal(400, "anthropic-version: header is required");
  const { model, system = "", messages, stream } = requestOf(parseRequest, body);
  const parts = [system, ...messages.map(({ content }) => content)].map(textOf);
  return {
    model,
    prompt: parts.filter((part) => part !== "").join("\n"),
    stream: stream === true,
  };
}

function message({ id, model, inputTokens, outputTokens }: SimulatedAnswer) {
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

function events(answer: SimulatedAnswer, pieces: readonly string[]): readonly ServerSentEvent[] {
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
