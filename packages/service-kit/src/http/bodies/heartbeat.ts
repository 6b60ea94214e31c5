import type { Response } from "express";

/**
 * A caller that gets nothing for `SILENCE_MS` considers the callee frozen: it has then missed
 * several heartbeats.
 */
const HEARTBEAT_MS = 2_000;
export const SILENCE_MS = 8_000;

/**
 * A reader of the body skips these: JSON allows blanks before a value, a stream of events has
 * comments.
 */
export const JSON_HEARTBEAT = " ";
export const EVENTS_HEARTBEAT = ":\n\n";

export interface Heartbeat {
  readonly beat: typeof JSON_HEARTBEAT | typeof EVENTS_HEARTBEAT;
  readonly intervalMs?: number | undefined;
}

/**
 * While `work` runs, shows the caller that this process is alive, so that a slow answer differs
 * from none. The first heartbeat sends the head: an error after it closes the connection instead of
 * having a status.
 */
export async function withHeartbeat<T>(
  res: Response,
  { beat, intervalMs = HEARTBEAT_MS }: Heartbeat,
  work: Promise<T>,
): Promise<T> {
  const timer = setInterval(() => {
    // A caller that reads slowly has enough data waiting, and one that has left needs none.
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

/** Works like `res.json`, also after heartbeats. */
export function endWithJson(res: Response, body: object): void {
  if (res.headersSent) res.end(JSON.stringify(body));
  else res.json(body);
}
