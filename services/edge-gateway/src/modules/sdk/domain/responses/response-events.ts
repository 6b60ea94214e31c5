import type { ApiError } from "@veil/contracts/errors";
import type { SdkResponse } from "@veil/contracts/public/sdk/responses";
import { writeEvent } from "@veil/llm-dialects";
import type { AnswerEvent, OpenCall, StreamEnd, StreamStart } from "../../../calls/index.ts";
import type { Made } from "../completion-of.ts";
import { endCompliance, startCompliance } from "../compliance.ts";
import { KEEP_ALIVE, type StreamForm, sdkErrorOf } from "../stream-form.ts";
import type { ResponsesCall } from "./read-responses-request.ts";
import { createItemEvents, type ResponseEvent } from "./response-items.ts";
import { endingOf, envelopeOf, itemStatus, metadataOf, toolNamed, usageOf } from "./response-of.ts";

interface ResponseCall {
  readonly made: Made;
  readonly open: OpenCall;
  readonly call: Pick<ResponsesCall, "request" | "named">;
}

/** Creates a stream of a response. All its events, also that of an error, are counted together. */
export function createResponseStream(stream: ResponseCall): StreamForm {
  const events = createResponseEvents(stream);
  let count = 0;
  const written = (event: ResponseEvent): string =>
    writeEvent({
      event: event.type,
      data: `{"sequence_number":${count++},${JSON.stringify(event).slice(1)}`,
    });
  return {
    write: (event) => (event.kind === "ping" ? KEEP_ALIVE : events.of(event).map(written).join("")),
    writeError: (error, requestId) => events.ofError(error, requestId).map(written).join(""),
  };
}

interface ResponseEvents {
  of(event: AnswerEvent): readonly ResponseEvent[];
  ofError(error: ApiError, requestId: string): readonly ResponseEvent[];
}

function createResponseEvents(stream: ResponseCall): ResponseEvents {
  const items = createItemEvents(stream.made.id);
  let start: StreamStart | undefined;
  return {
    of(event) {
      switch (event.kind) {
        case "start": {
          start = event;
          const response = { ...startOf(stream, event), output: items.ended() };
          return [
            { type: "response.created", response },
            { type: "response.in_progress", response },
          ];
        }
        case "block_start": {
          const { tool } = event;
          const closed = items.close("completed");
          return tool === undefined
            ? closed
            : [...closed, ...items.open(toolNamed(stream.call, tool))];
        }
        case "text":
          return items.text(event.text);
        case "arguments":
          return items.arguments(event.json);
        case "end": {
          const ended = endOf(stream, event);
          const closed = items.close(itemStatus(ended));
          const response = { ...ended, output: items.ended() };
          return [...closed, { type: `response.${ended.status}`, response }];
        }
        // The next block or the end closes an item, because only the end has its status. Answers
        // in this format have no thoughts.
        default:
          return [];
      }
    },
    ofError(error, requestId) {
      if (start === undefined) return [errorEventOf(error, requestId)];
      const begun = { ...startOf(stream, start), output: items.ended() };
      return [
        { type: "response.failed", response: failureOf(begun, error) },
        errorEventOf(error, requestId),
      ];
    },
  };
}

type Unfinished = Omit<SdkResponse, "output">;

function startOf({ made, open, call }: ResponseCall, start: StreamStart): Unfinished {
  return {
    ...envelopeOf(made, start.received.model_used, call),
    ...{ status: "in_progress", usage: null },
    metadata: metadataOf(call, startCompliance(open, start)),
  };
}

function endOf({ made, open, call }: ResponseCall, end: StreamEnd): Unfinished {
  const { result } = end;
  return {
    ...envelopeOf(made, result.model_used, call),
    ...{ ...endingOf(result.stop_reason), usage: usageOf(result) },
    metadata: metadataOf(call, endCompliance(open, end)),
  };
}

/** OpenAI has few codes for errors in the middle of an answer. */
function failureOf(response: SdkResponse, { status, message }: ApiError): SdkResponse {
  const code = status === 429 ? "rate_limit_exceeded" : "server_error";
  return { ...response, status: "failed", error: { code, message } };
}

/**
 * OpenAI's SDKs throw when an event has a member `error`. Codex reads the message of
 * `response.failed` and ignores this event.
 */
function errorEventOf(apiError: ApiError, requestId: string): ResponseEvent {
  const { error, message } = sdkErrorOf(apiError, requestId);
  return { type: "error", code: error.code, message, param: error.param, error };
}
