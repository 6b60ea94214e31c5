import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { contextOf, toApiError, withTimeout } from "@veil/service-kit/http";
import type { Response } from "express";
import { waitFor } from "../../calls/index.ts";
import { errorEvent } from "../domain/message-events.ts";

/**
 * Sends events as they arrive, no faster than the client reads. An error before the first event is
 * thrown, so that the response gets an error status. A later error is sent as the last event. After
 * `timeoutMs` the connection is closed, because a client that does not read must not keep its call
 * open forever.
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

/**
 * Yields `ping` whenever the next event takes longer than `silenceMs`, because clients and proxies
 * close connections without traffic. Events are requested, and pings yielded, only when the reader
 * wants the next value.
 */
export async function* withPings<T>(
  events: AsyncGenerator<T>,
  ping: T,
  silenceMs: number,
): AsyncGenerator<T> {
  try {
    let next = events.next();
    for (;;) {
      const { result } = await waitFor(next, { timeoutMs: silenceMs });
      if (result?.done) return;
      yield result === undefined ? ping : result.value;
      if (result !== undefined) next = events.next();
    }
  } finally {
    await events.return(undefined);
  }
}
