import type { Response } from "express";

/**
 * A caller that receives nothing for `SILENCE_MS` has missed several heartbeats, so it considers
 * the callee frozen.
 */
const HEARTBEAT_MS = 2_000;
export const SILENCE_MS = 8_000;

/**
 * Bytes that a reader of the body ignores: white space before a JSON value, and a comment in an
 * event stream.
 */
export const JSON_HEARTBEAT = " ";
export const EVENTS_HEARTBEAT = ":\n\n";

export interface Heartbeat {
  readonly beat: typeof JSON_HEARTBEAT | typeof EVENTS_HEARTBEAT;
  readonly intervalMs?: number | undefined;
}

/**
 * Sends heartbeats while `work` runs, so that the caller can distinguish a slow response from a
 * frozen process. The first heartbeat also sends the status and headers, so a later error cannot
 * have a status; it closes the connection.
 */
export async function withHeartbeat<T>(
  res: Response,
  { beat, intervalMs = HEARTBEAT_MS }: Heartbeat,
  work: Promise<T>,
): Promise<T> {
  const timer = setInterval(() => {
    // Skips the heartbeat if the caller reads so slowly that data is still buffered, or has
    // disconnected.
    if (res.writableEnded || res.destroyed || res.writableNeedDrain) return;
    if (!res.headersSent) res.type("json");
    res.write(beat);
  }, intervalMs);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/** Works like `res.json`, even after heartbeats were sent. */
export function endWithJson(res: Response, body: object): void {
  if (res.headersSent) res.end(JSON.stringify(body));
  else res.json(body);
}
