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

/** How a stream of a format shows its first piece of text and its end. */
interface StreamFormat {
  readonly text: RegExp;
  readonly end: string;
}

export const STREAM_FORMATS = {
  messages: { text: /text_delta/, end: "message_stop" },
  chat: { text: /"content":"[^"]/, end: "[DONE]" },
  responses: { text: /response\.output_text\.delta/, end: "response.completed" },
} as const satisfies Readonly<Record<string, StreamFormat>>;

export interface StreamTarget {
  /** Reads one stream. @throws Error unless the stream is complete */
  once(): Promise<StreamTimes>;
  close(): Promise<void>;
}

/** Opens a target. @param events - the number of pieces of text that the provider sends */
export function openStream(
  { url, path, headers, body }: TargetOptions,
  events: number,
  format: StreamFormat = STREAM_FORMATS.messages,
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
        if (firstAt === undefined && format.text.test(received)) firstAt = performance.now();
      }
      if (answer.statusCode !== 200 || firstAt === undefined || !received.includes(format.end))
        throw new Error(`${url}${path} answered ${answer.statusCode}: ${received.slice(0, 200)}`);
      return {
        firstTokenMs: firstAt - startedAt,
        perEventMs: (performance.now() - firstAt) / events,
      };
    },
    close: () => pool.close(),
  };
}
