import { createParser, type EventSourceMessage } from "eventsource-parser";

/** One event of a stream, as in the WHATWG HTML standard, section 9.2. */
export interface ServerSentEvent {
  /** Absent: `message`. */
  readonly event?: string;
  readonly data: string;
}

/**
 * The events of a body of the type `text/event-stream`, each as soon as it is complete. An event that the body's end
 * cuts off is none. Leaving before the end leaves `chunks` too.
 *
 * @param chunks - UTF-8, cut anywhere
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

/** An event as it stands in a stream. `data` is one line, as JSON is. */
export function writeEvent({ event, data }: ServerSentEvent): string {
  const name = event === undefined ? "" : `event: ${event}\n`;
  return `${name}data: ${data}\n\n`;
}
