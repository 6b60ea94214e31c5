import { Pool } from "undici";
import type { MessagesHost } from "../sdk/sdk-targets.ts";
import { BENCH_TEXTS } from "../sdk/texts.ts";

export interface SoakCalls {
  /**
   * Makes one call, with a different kind each time. @throws Error when the call does not end as
   * expected
   */
  next(): Promise<void>;
  counts(): ReadonlyMap<string, number>;
  close(): Promise<void>;
}

interface Kind {
  readonly model: string;
  readonly stream: boolean;
  readonly status: number;
  /** True if the client disconnects after the first piece. */
  readonly leaves?: boolean;
  /** The expected end of the text. */
  readonly last?: string;
}

const KINDS: Readonly<Record<string, Kind>> = {
  answers: { model: "sim-whole", stream: false, status: 200 },
  streams: { model: "sim-crlf-pings-piece-3", stream: true, status: 200, last: "message_stop" },
  aborted_streams: { model: "sim-pace-20-piece-3", stream: true, status: 200, leaves: true },
  errors_in_streams: { model: "sim-errorevent", stream: true, status: 200, last: "error" },
  cut_streams: { model: "sim-cut", stream: true, status: 200, last: "error" },
  refused_by_the_provider: { model: "sim-status-400-400-400", stream: false, status: 400 },
  refused_by_us: { model: "ann@post.example", stream: true, status: 400 },
};

export function openCalls({ url, headers }: MessagesHost): SoakCalls {
  const pool = new Pool(url, { connections: 32 });
  const counts = new Map<string, number>();
  const kinds = Object.entries(KINDS);
  let turn = 0;
  return {
    async next() {
      const [name, kind] = kinds[turn++ % kinds.length] ?? [];
      if (name === undefined || kind === undefined) return;
      // Each call uses up its model's sequence of statuses, so such a call has a unique model name.
      const model = kind.model.includes("status") ? `${kind.model}-x${turn}` : kind.model;
      const messages = [{ role: "user", content: BENCH_TEXTS["300b"].text }];
      const body = JSON.stringify({ model, max_tokens: 100, messages, stream: kind.stream });
      await one(pool, { headers, body }, kind);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    counts: () => counts,
    close: () => pool.close(),
  };
}

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

async function one(pool: Pool, { headers, body }: Sent, kind: Kind): Promise<void> {
  const leaving = new AbortController();
  const path = "/v1/messages";
  const answer = await pool.request({
    ...{ path, method: "POST" as const, body, signal: leaving.signal },
    headers: { ...headers, "content-type": "application/json" },
  });
  if (answer.statusCode !== kind.status)
    throw new Error(
      `${kind.model}: ${answer.statusCode} ${(await answer.body.text()).slice(0, 200)}`,
    );
  let text = "";
  try {
    for await (const part of answer.body.setEncoding("utf8")) {
      text += part;
      if (kind.leaves && text.includes("text_delta")) leaving.abort();
    }
  } catch (error) {
    if (!kind.leaves) throw error;
    return;
  }
  if (
    kind.last !== undefined &&
    !text.trimEnd().split("\n\n").at(-1)?.includes(`event: ${kind.last}`)
  )
    throw new Error(`${kind.model} ended with ${text.slice(-200)}`);
}
