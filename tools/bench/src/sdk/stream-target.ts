import { Pool } from "undici";
import type { TargetOptions } from "../pipeline/load.ts";

export interface StreamTimes {
  /** The time from the request to the first piece of text. */
  readonly firstTokenMs: number;
  /**
   * The time from the first piece of text to the end, divided by the number of events that the
   * provider sends.
   */
  readonly perEventMs: number;
}

export interface StreamTarget {
  /** Reads one stream. @throws Error unless the stream is complete */
  once(): Promise<StreamTimes>;
  close(): Promise<void>;
}

/** Opens a target. @param events - the number of pieces of text that the provider sends */
export function openStream(
  { url, path, headers, body }: TargetOptions,
  events: number,
): StreamTarget {
  const pool = new Pool(url, { connections: 8, pipelining: 1 });
  const text = JSON.stringify(body);
  return {
    async once() {
      const startedAt = performance.now();
      const answer = await pool.request({
        ...{ path, method: "POST" as const, body: text },
        headers: { ...headers, "content-type": "application/json" },
      });
      let received = "";
      let firstAt: number | undefined;
      for await (const part of answer.body.setEncoding("utf8")) {
        received += part;
        if (firstAt === undefined && received.includes("text_delta")) firstAt = performance.now();
      }
      if (answer.statusCode !== 200 || firstAt === undefined || !received.includes("message_stop"))
        throw new Error(`${url}${path} answered ${answer.statusCode}: ${received.slice(0, 200)}`);
      return {
        firstTokenMs: firstAt - startedAt,
        perEventMs: (performance.now() - firstAt) / events,
      };
    },
    close: () => pool.close(),
  };
}
