import { readEvents } from "@veil/llm-dialects";
import { request } from "undici";
import { freshProviderKey } from "../own-providers.ts";
import { sdkRequest } from "./sdk-capture.ts";

export interface StreamedEvent {
  readonly event: string | undefined;
  readonly data: {
    readonly type: string;
    readonly index?: number;
    readonly delta?: { readonly text?: string };
  };
}

interface StreamCall {
  readonly url: string;
  readonly apiKey: string;
  readonly body: object;
}

/**
 * Yields the events of a message with restored values, as they arrive. Yields a single event,
 * `refused`, for a response that is not a stream.
 */
export async function* streamMessage({ url, apiKey, body }: StreamCall) {
  const answer = await request(`${url}/v1/messages`, {
    method: "POST",
    headers: {
      ...{ "x-api-key": apiKey, "content-type": "application/json", "x-veil-relink": "true" },
      "x-upstream-key": freshProviderKey("anthropic"),
    },
    body: JSON.stringify(sdkRequest("anthropic", { ...body, stream: true })),
  });
  if (answer.statusCode !== 200) {
    await answer.body.dump();
    yield { event: "refused", data: { type: "refused" } } as StreamedEvent;
    return;
  }
  for await (const { event, data } of readEvents(answer.body))
    yield { event, data: JSON.parse(data) } as StreamedEvent;
}

export function textOfEvents(events: readonly StreamedEvent[]): string {
  return events.map(({ data }) => data.delta?.text ?? "").join("");
}

/** A letter for each kind of event except pings, so that patterns can check their order. */
const LETTERS: Readonly<Record<string, string>> = {
  message_start: "S",
  content_block_start: "b",
  content_block_delta: "d",
  content_block_stop: "e",
  message_delta: "D",
  message_stop: "s",
  error: "!",
  refused: "R",
};

const WHOLE = /^S(bd*e)*Ds$/;
/** Matches a stream that an error event ends, at any point, and a refusal. */
const FAILED = /^(R|S(bd*e)*(bd*)?!)$/;

export type Outcome = "whole" | "failed" | "malformed";

export function outcomeOf(events: readonly StreamedEvent[]): Outcome {
  const isNamed = events.every(({ event, data }) => event === data.type);
  const kinds = events.filter(({ event }) => event !== "ping");
  const letters = kinds.map(({ event = "" }) => LETTERS[event] ?? "?").join("");
  if (isNamed && WHOLE.test(letters)) return "whole";
  return isNamed && FAILED.test(letters) ? "failed" : "malformed";
}
