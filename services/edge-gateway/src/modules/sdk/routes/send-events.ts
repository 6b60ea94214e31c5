import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { contextOf, toApiError, withTimeout } from "@veil/service-kit/http";
import type { Response } from "express";
import { errorEvent } from "../domain/message-events.ts";

/**
 * Sends events as they come, no faster than the client reads. An error before the first one is
 * thrown, and so gets a status; a later one becomes the last event. After `timeoutMs` the
 * connection is closed: a client that does not read must not keep its call for ever.
 */
export async function sendEvents(
  res: Response,
  events: AsyncGenerator<string>,
  timeoutMs: number,
): Promise<void> {
  const first = await events.next();
  res.status(200).set({ "content-type": "text/event-stream", "x-accel-buffering": "no" });
  res.flushHeaders();
  const { requestId, isGone } = contextOf(res);
  try {
    await withTimeout(timeoutMs, (signal) =>
      pipeline(Readable.from(withError(first, events, requestId)), res, { signal }),
    );
  } catch (error) {
    if (!isGone()) throw error;
  }
}

async function* withError(
  first: IteratorResult<string>,
  events: AsyncGenerator<string>,
  requestId: string,
): AsyncGenerator<string> {
  try {
    if (first.done !== true) yield first.value;
    yield* events;
  } catch (error) {
    yield errorEvent(toApiError(error), requestId);
  } finally {
    await events.return(undefined);
  }
}
