import type { ApiError } from "@veil/contracts/errors";
import type { SdkResponse } from "@veil/contracts/public/sdk/responses";
import { writeEvent } from "@veil/llm-dialects";
import type { AnswerEvent, OpenCall, StreamEnd, StreamStart } from "../../../calls/index.ts";
import type { Made } from "../completion-of.ts";
import { endCompliance, startCompliance } from "../compliance.ts";
import { type StreamForm, sdkErrorOf } from "../stream-form.ts";
import type { ResponsesCall } from "./read-responses-request.ts";
import { createItemEvents, type ResponseEvent } from "./response-items.ts";
import { endingOf, envelopeOf, itemStatus, metadataOf, toolNamed, usageOf } from "./response-of.ts";

interface ResponseCall {
  readonly made: Made;
  readonly open: OpenCall;
  readonly call: Pick<ResponsesCall, "request" | "named">;
}

interface ResponseStream extends StreamForm {
  /** Yields the events of a streamed response. */
  events(answer: AsyncIterable<AnswerEvent>): AsyncGenerator<string>;
}

/** Creates a stream of a response. All its events, also that of an error, are counted together. */
export function createResponseStream(stream: ResponseCall): ResponseStream {
  const items = createItemEvents(stream.made.id);
  let start: StreamStart | undefined;
  let sequence_number = 0;
  const written = ({ type, ...fields }: ResponseEvent): string =>
    writeEvent({
      event: type,
      data: JSON.stringify({ type, sequence_number: sequence_number++, ...fields }),
    });

  function* eventsOf(event: AnswerEvent): Iterable<ResponseEvent> {
    switch (event.kind) {
      case "start": {
        start = event;
        const response = { ...startOf(stream, event), output: items.ended() };
        yield { type: "response.created", response };
        yield { type: "response.in_progress", response };
        break;
      }
      case "block_start":
        yield* items.close("completed");
        if (event.tool !== undefined) yield* items.open(toolNamed(stream.call, event.tool));
        break;
      case "text":
        yield* items.text(event.text);
        break;
      case "arguments":
        yield* items.arguments(event.json);
        break;
      case "end": {
        const ended = endOf(stream, event);
        yield* items.close(itemStatus(ended));
        const response = { ...ended, output: items.ended() };
        yield { type: `response.${ended.status}`, response };
        break;
      }
      // The next block or the end closes an item, because only the end has its status. Answers in
      // this format have no thoughts.
      case "block_stop":
      case "ping":
      case "thinking":
      case "signature":
        break;
    }
  }

  return {
    ping: ": keep-alive\n\n",
    async *events(answer) {
      for await (const event of answer) for (const one of eventsOf(event)) yield written(one);
    },
    errorEvent(error, requestId) {
      const failed =
        start && failureOf({ ...startOf(stream, start), output: items.ended() }, error);
      return [
        ...(failed === undefined ? [] : [{ type: "response.failed" as const, response: failed }]),
        errorEventOf(error, requestId),
      ]
        .map(written)
        .join("");
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
