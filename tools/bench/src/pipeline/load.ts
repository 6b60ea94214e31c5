import { setTimeout } from "node:timers/promises";
import { Pool } from "undici";

export interface LoadTarget {
  /**
   * Sends one request. @returns its duration in milliseconds. @throws Error unless the status is
   * 200
   */
  once(): Promise<number>;
  close(): Promise<void>;
}

export interface TargetOptions {
  readonly url: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
}

export function openTarget({ url, path, headers, body }: TargetOptions): LoadTarget {
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

/**
 * Alternates between the targets, so that disturbances of the machine affect all of them. The order
 * is random each time, because a call's background work delays the next call, and a target is faster
 * after one that uses the same code and memory.
 */
export async function inTurn<Targets, Sample>(
  targets: Targets & Readonly<Record<string, { once(): Promise<Sample> }>>,
  times: number,
): Promise<{ [Name in keyof Targets]: Sample[] }> {
  const named = Object.entries<{ once(): Promise<Sample> }>(targets);
  const samples = Object.fromEntries(named.map(([name]) => [name, [] as Sample[]]));
  for (let time = 0; time < times; time++)
    for (const [name, target] of shuffled(named)) samples[name]?.push(await target.once());
  return samples as { [Name in keyof Targets]: Sample[] };
}

function shuffled<T>(items: readonly T[]): readonly T[] {
  const placed = items.map((item) => ({ item, place: Math.random() }));
  return placed.toSorted((a, b) => a.place - b.place).map(({ item }) => item);
}

export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
}

export async function load(
  target: { once(): Promise<unknown> },
  concurrency: number,
  durationMs: number,
): Promise<LoadResult> {
  const startedAt = performance.now();
  let done = 0;
  const isTime = () => performance.now() - startedAt < durationMs;
  await repeat(concurrency, isTime, async () => {
    await target.once();
    done++;
  });
  return { requests: done, perSecond: (done * 1000) / (performance.now() - startedAt) };
}

/** Sends exactly `requests` requests, without a time limit. */
export async function loadTimes(
  target: LoadTarget,
  concurrency: number,
  requests: number,
): Promise<void> {
  let left = requests;
  await repeat(
    concurrency,
    () => left-- > 0,
    () => target.once(),
  );
}

/** Repeats `once` until `other` ends. @returns the results of `once` in milliseconds */
export async function timesDuring(
  other: Promise<unknown>,
  once: () => Promise<number>,
  pauseMs = 0,
): Promise<readonly number[]> {
  const times: number[] = [];
  let goesOn = true;
  const ended = other.finally(() => {
    goesOn = false;
  });
  const repeated = repeat(
    1,
    () => goesOn,
    async () => {
      times.push(await once());
      if (pauseMs > 0) await setTimeout(pauseMs);
    },
  );
  await Promise.all([repeated, ended]);
  return times;
}

export async function repeat(
  concurrency: number,
  goesOn: () => boolean,
  once: () => Promise<unknown>,
): Promise<void> {
  const sender = async () => {
    while (goesOn()) await once();
  };
  await Promise.all(Array.from({ length: concurrency }, sender));
}
