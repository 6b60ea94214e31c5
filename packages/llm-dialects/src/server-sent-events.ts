import { createParser, type EventSourceMessage } from "eventsource-parser";

/** An event of a stream (WHATWG HTML standard, section 9.2). */
export interface ServerSentEvent {
  /** Defaults to `message`. */
  readonly event?: string;
  readonly data: string;
}

/**
 * Parses a stream of events. It drops a truncated last event. If the reader stops early, `chunks`
 * is closed.
 */
export async function* readEvents(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerSentEvent> {
  const complete: ServerSentEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, data }: EventSourceMessage) =>
      complete.push({ ...(event !== undefined && { event }), data }),
  });
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* complete.splice(0);
  }
}

/** Returns the text of an event. `data` must be a single line, such as JSON. */
export function writeEvent({ event, data }: ServerSentEvent): string {
  const name = event === undefined ? "" : `event: ${event}\n`;
  return `${name}data: ${data}\n\n`;
}
