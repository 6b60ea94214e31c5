import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Stack, startStack } from "@veil/local-stack";
import type { BenchOptions } from "../bench-options.ts";
import { type Figure, figure } from "../report.ts";
import { median, percentile } from "../statistics.ts";
import { type AuditClient, openAuditClient } from "./audit-client.ts";
import { fillLog, LOGGED_EVENTS, LOGGED_QUERIES, type QueryKind } from "./fill-log.ts";

const QUERIES_A_ROUND = 200;
const APPEND_MS = 5_000;
/** One sender for each of the gateway's replicas. */
const SENDERS = 4;

/** Measures queries and appends of the audit service over HTTP, with a log of a million events. */
export async function benchAudit({ rounds, onProgress }: BenchOptions): Promise<Figure[]> {
  const stateDir = await mkdtemp(path.join(tmpdir(), "veil-bench-"));
  const env = { audit: { LOG_LEVEL: "warn" }, "edge-gateway": { LOG_LEVEL: "warn" } };
  const stack = await startStack({ stateDir, profile: "embedded", simulator: "start", env });
  try {
    onProgress(`filling the log with ${LOGGED_EVENTS} events`);
    await fillLog(stack.databases.auditAdminUrl);
    return await measure(stack, { rounds, onProgress });
  } finally {
    await stack.stop();
    await rm(stateDir, { recursive: true, force: true });
  }
}

type Rounds = Pick<BenchOptions, "rounds" | "onProgress">;

async function measure(stack: Stack, { rounds, onProgress }: Rounds): Promise<Figure[]> {
  const client = openAuditClient(stack);
  try {
    const times = new Map<QueryKind, number[]>();
    const appends: number[] = [];
    onProgress("warming up");
    await timeQueries(client, new Map());
    await appendFor(client, APPEND_MS / 5);
    for (let round = 1; round <= rounds; round++) {
      onProgress(`round ${round} of ${rounds}`);
      await timeQueries(client, times);
      appends.push(await appendFor(client, APPEND_MS));
    }
    return figures(times, appends);
  } finally {
    await client.close();
  }
}

/** The kinds take turns, so that a disturbance of the machine affects all of them. */
async function timeQueries(client: AuditClient, times: Map<QueryKind, number[]>): Promise<void> {
  for (let number = 0; number < QUERIES_A_ROUND; number++)
    for (const { kind, queryOf } of LOGGED_QUERIES) {
      const startedAt = performance.now();
      await client.query(queryOf(number));
      const all = times.get(kind) ?? [];
      all.push(performance.now() - startedAt);
      times.set(kind, all);
    }
}

/** @returns events per second */
async function appendFor(client: AuditClient, durationMs: number): Promise<number> {
  const startedAt = performance.now();
  let appended = 0;
  const sender = async () => {
    while (performance.now() - startedAt < durationMs) {
      // Not `appended += await`, which reads the sum before it waits, and loses what others added.
      const added = await client.append();
      appended += added;
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  return (appended * 1000) / (performance.now() - startedAt);
}

function figures(times: ReadonlyMap<QueryKind, number[]>, appends: readonly number[]): Figure[] {
  const ofKind = [...times].flatMap(([kind, samples]) => [
    figure(`audit.query.${kind}_p50_ms`, percentile(samples, 0.5), "ms"),
    figure(`audit.query.${kind}_p99_ms`, percentile(samples, 0.99), "ms"),
  ]);
  const all = [...times.values()].flat();
  return [
    ...ofKind,
    figure("audit.query_p99_ms", percentile(all, 0.99), "ms"),
    figure("audit.appends_per_second", median(appends), "events/s"),
  ];
}
