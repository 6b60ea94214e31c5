import type { IncomingHttpHeaders } from "node:http";
import { checkedJson } from "@veil/contracts/parsing";
import {
  CountTokensRequest,
  MESSAGES_ERROR_STATUS,
  type MessagesBlock,
  type MessagesError,
  MessagesRequest,
  type MessagesResponse,
  type ModelList,
  writeEvent,
} from "@veil/llm-dialects";
import { messageEvents } from "./anthropic-events.ts";
import { callBlocks, messageOf, thoughtBlocks } from "./anthropic-message.ts";
import { type DialectServer, type ParsedRequest, Refusal, requestOf, textOf } from "./dialect.ts";

/** Serves version 2023-06-01 (API reference, "Create a Message", "Errors", "List Models"). */
export const anthropicDialect: DialectServer = {
  requestIdHeader: "request-id",
  ping: writeEvent({ event: "ping", data: '{"type": "ping"}' }),
  checkHeaders,
  parse,
  answer: (answer) =>
    ({
      ...messageOf(answer),
      content: [
        ...thoughtBlocks(answer),
        ...answer.choices.slice(0, 1).map(({ text }) => ({ type: "text", text })),
        ...callBlocks(answer),
      ],
    }) satisfies MessagesResponse,
  events: messageEvents,
  error,
  errorEvent: (refusal, requestId) => ({
    event: "error",
    data: JSON.stringify(error(refusal, requestId)),
  }),
  models,
};

const parseRequest = checkedJson(MessagesRequest);
const parseCountRequest = checkedJson(CountTokensRequest);

/** Parses the body of `POST /v1/messages/count_tokens`. */
export function parseCount(body: string) {
  const request = requestOf(parseCountRequest, body);
  return { model: request.model, prompt: promptOf(request) };
}

function checkHeaders(headers: IncomingHttpHeaders): void {
  const bearer = /^Bearer .+$/.test(headers.authorization ?? "");
  if (!headers["x-api-key"] && !bearer) throw new Refusal(401, "x-api-key header is required");
  if (!headers["anthropic-version"])
    throw new Refusal(400, "anthropic-version: header is required");
}

function parse(body: string): ParsedRequest {
  const request = requestOf(parseRequest, body);
  return {
    model: request.model,
    prompt: promptOf(request),
    stream: request.stream === true,
    stops: request.stop_sequences ?? [],
    choices: 1,
    tools: request.tools ?? [],
    toolChoice: request.tool_choice?.name ?? request.tool_choice?.type,
    schema: request.output_config?.format?.schema,
  };
}

function promptOf({ system = "", messages }: CountTokensRequest): string {
  const parts = [textOf(system), ...messages.map(({ content }) => said(content))];
  return parts.filter((part) => part !== "").join("\n");
}

function said(content: CountTokensRequest["messages"][number]["content"]): string {
  return typeof content === "string" ? content : content.map(blockText).join("\n");
}

function blockText(block: MessagesBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "tool_use":
      return JSON.stringify(block.input);
    case "tool_result":
      return textOf(block.content ?? "");
    case "thinking":
      return block.thinking;
    case "redacted_thinking":
      return "";
  }
}

function error({ status, message }: Refusal, request_id: string) {
  return {
    type: "error",
    error: { type: errorType(status), message },
    request_id,
  } satisfies MessagesError & { request_id: string };
}

function errorType(status: number): string {
  const known = [...MESSAGES_ERROR_STATUS].find(([, of]) => of === status);
  return known?.[0] ?? (status >= 500 ? "api_error" : "invalid_request_error");
}

const DEFAULT_LIMIT = 20;

function models(all: readonly string[], query: URLSearchParams) {
  const after = query.get("after_id");
  const from = after === null ? 0 : all.indexOf(after) + 1;
  const to = from + Number(query.get("limit") ?? DEFAULT_LIMIT);
  const ids = all.slice(from, to);
  return {
    data: ids.map((id) => ({
      ...{ type: "model", id, display_name: id, created_at: "2025-01-01T00:00:00Z" },
    })),
    has_more: to < all.length,
    first_id: ids[0] ?? null,
    last_id: ids.at(-1) ?? null,
  } satisfies ModelList & { first_id: string | null };
}
