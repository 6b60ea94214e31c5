import type { ApiError } from "@veil/contracts/errors";
import type { SdkResponse } from "@veil/contracts/public/sdk/responses";
import { writeEvent } from "@veil/llm-dialects";
import type { AnswerEvent, OpenCall, StreamEnd, StreamStart } from "../../../calls/index.ts";
import type { Made } from "../completion-of.ts";
import { endCompliance, startCompliance } from "../compliance.ts";
import { KEEP_ALIVE, type StreamForm, sdkErrorOf } from "../stream-form.ts";
import type { ResponsesCall } from "./read-responses-request.ts";
import { createItemEvents, type ResponseEvent, responseEvent } from "./response-items.ts";
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
  const written = ({ type, fields }: ResponseEvent): string =>
    writeEvent({
      event: type,
      data: `{"type":"${type}","sequence_number":${count++},${fields}`,
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

/** The members that differ between the responses of one stream. */
type State = Omit<SdkResponse, keyof ReturnType<typeof envelopeOf>>;

function createResponseEvents(stream: ResponseCall): ResponseEvents {
  const items = createItemEvents(stream.made.id);
  /** The JSON of what all responses of the stream have in common, without its last brace. */
  let head = "";
  let begun: State | undefined;
  const responseIn = (type: ResponseEvent["type"], state: State): ResponseEvent => {
    return { type, fields: `"response":${head},${JSON.stringify(state).slice(1)}}` };
  };
  return {
    of(event) {
      switch (event.kind) {
        case "start": {
          head = headOf(stream, event);
          begun = startOf(stream, event);
          const created = responseIn("response.created", begun);
          return [created, { ...created, type: "response.in_progress" }];
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
        // The next block or the end closes the item, because only the end has its status.
        case "block_stop":
          return items.endContent();
        case "end": {
          const ended = endOf(stream, event);
          const closed = items.close(itemStatus(ended));
          const state = { ...ended, output: items.ended() };
          return [...closed, responseIn(`response.${ended.status}`, state)];
        }
        // Answers in this format have no thoughts.
        default:
          return [];
      }
    },
    ofError(error, requestId) {
      const event = errorEventOf(error, requestId);
      if (begun === undefined) return [event];
      const failed = { ...begun, ...failureOf(error), output: items.ended() };
      return [responseIn("response.failed", failed), event];
    },
  };
}

function headOf({ made, call }: ResponseCall, { received }: StreamStart): string {
  return JSON.stringify(envelopeOf(made, received.model_used, call)).slice(0, -1);
}

function startOf({ open, call }: ResponseCall, start: StreamStart): State {
  return {
    ...{ status: "in_progress", error: null, incomplete_details: null, output: [], usage: null },
    metadata: metadataOf(call, startCompliance(open, start)),
  };
}

function endOf({ open, call }: ResponseCall, end: StreamEnd): Omit<State, "output"> {
  const { result } = end;
  return {
    ...{ ...endingOf(result.stop_reason), error: null, usage: usageOf(result) },
    metadata: metadataOf(call, endCompliance(open, end)),
  };
}

/** OpenAI has few codes for errors in the middle of an answer. */
function failureOf({ status, message }: ApiError): Pick<State, "status" | "error"> {
  const code = status === 429 ? "rate_limit_exceeded" : "server_error";
  return { status: "failed", error: { code, message } };
}

/**
 * OpenAI's SDKs throw when an event has a member `error`. Codex reads the message of
 * `response.failed` and ignores this event.
 */
function errorEventOf(apiError: ApiError, requestId: string): ResponseEvent {
  const { error, message } = sdkErrorOf(apiError, requestId);
  return responseEvent("error", { code: error.code, message, param: error.param, error });
}
