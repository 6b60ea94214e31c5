import type { Response } from "express";

/** A caller that gets nothing for `SILENCE_MS` takes the callee for frozen: several heartbeats are missing then. */
const HEARTBEAT_MS = 2_000;
export const SILENCE_MS = 8_000;

/** What a reader of the body passes over: JSON allows blanks before a value, a stream of events has comments. */
export const JSON_HEARTBEAT = " ";
export const EVENTS_HEARTBEAT = ":\n\n";

export interface Heartbeat {
  readonly beat: typeof JSON_HEARTBEAT | typeof EVENTS_HEARTBEAT;
  readonly intervalMs?: number | undefined;
}

/**
 * While `work` goes on, shows the caller that this process lives, so that a slow answer differs from none. The first
 * heartbeat sends the head: an error after it closes the connection instead of having a status.
 */
export async function withHeartbeat<T>(
  res: Response,
  { beat, intervalMs = HEARTBEAT_MS }: Heartbeat,
  work: Promise<T>,
): Promise<T> {
  const timer = setInterval(() => {
    // A caller that reads slowly gets enough, and one that has left nothing.
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

/** As `res.json`, also behind heartbeats. */
export function endWithJson(res: Response, body: object): void {
  if (res.headersSent) res.end(JSON.stringify(body));
  else res.json(body);
}
