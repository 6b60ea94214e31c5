import { contextOf, sendTexts, toApiError, withTimeout } from "@veil/service-kit/http";
import type { Response } from "express";
import { type AnswerEvent, waitFor } from "../../calls/index.ts";
import type { StreamForm } from "../domain/stream-form.ts";

interface SendOptions {
  /** The stream gets a ping after this time without an event. */
  readonly streamPingMs: number;
  /** The stream is closed if the client has not read it completely after this time. */
  readonly streamTimeoutMs: number;
}

const PING: AnswerEvent = { kind: "ping" };

/**
 * Sends an answer as it arrives, no faster than the client reads. An error before the first event
 * is thrown, so that the response gets an error status. A later error is sent as the last event.
 * After `streamTimeoutMs` the connection is closed, because a client that does not read must not
 * keep its call open forever.
 */
export async function sendEvents(
  res: Response,
  answer: AsyncGenerator<AnswerEvent>,
  form: StreamForm,
  { streamPingMs, streamTimeoutMs }: SendOptions,
): Promise<void> {
  const events = withPings(answer, PING, streamPingMs);
  const first = await events.next();
  res.status(200).set({ "content-type": "text/event-stream", "x-accel-buffering": "no" });
  res.flushHeaders();
  const { requestId, isGone } = contextOf(res);
  try {
    const written = textsOf(first, events, {
      ...{ write: form.write },
      writeError: (error) => form.writeError(toApiError(error), requestId),
    });
    await withTimeout(streamTimeoutMs, (signal) => sendTexts(res, written, signal));
  } catch (error) {
    if (!isGone()) throw error;
  }
}

async function* textsOf(
  first: IteratorResult<AnswerEvent>,
  events: AsyncGenerator<AnswerEvent>,
  { write, writeError }: { write: StreamForm["write"]; writeError: (error: unknown) => string },
): AsyncGenerator<string> {
  try {
    for (let next = first; next.done !== true; next = await events.next()) {
      const text = write(next.value);
      if (text !== "") yield text;
    }
  } catch (error) {
    yield writeError(error);
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
