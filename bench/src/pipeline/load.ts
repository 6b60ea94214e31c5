import { Pool } from "undici";

/** One kind of request, over a keep-alive pool of its own. */
export interface Target {
  /** Sends one and waits for the whole answer. @returns milliseconds. @throws Error unless it is 200. */
  once(): Promise<number>;
  close(): Promise<void>;
}

interface TargetOptions {
  readonly url: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent: GET. */
  readonly body?: object;
}

export function openTarget({ url, path, headers, body }: TargetOptions): Target {
  const pool = new Pool(url, { connections: 64, pipelining: 1 });
  const text = body && JSON.stringify(body);
  return {
    async once() {
      const startedAt = performance.now();
      const answer = await pool.request({
        path,
        method: body === undefined ? "GET" : "POST",
        headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
        ...(text !== undefined && { body: text }),
      });
      const answerText = await answer.body.text();
      if (answer.statusCode !== 200)
        throw new Error(`${url}${path} answered ${answer.statusCode}: ${answerText.slice(0, 200)}`);
      return performance.now() - startedAt;
    },
    close: () => pool.close(),
  };
}

/** Alternates between both, one at a time, so that what disturbs the machine disturbs both. */
export async function alternate(ours: Target, peer: Target, pairs: number) {
  const samples = { ours: [] as number[], peer: [] as number[] };
  for (let pair = 0; pair < pairs; pair++) {
    samples.peer.push(await peer.once());
    samples.ours.push(await ours.once());
  }
  return samples;
}

/** Requests a second that `concurrency` senders get through in `durationMs`. */
export async function throughput(
  target: Target,
  concurrency: number,
  durationMs: number,
): Promise<number> {
  const startedAt = performance.now();
  let done = 0;
  const sender = async () => {
    while (performance.now() - startedAt < durationMs) {
      await target.once();
      done++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, sender));
  return (done * 1000) / (performance.now() - startedAt);
}
