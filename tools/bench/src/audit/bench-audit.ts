import type { Stack } from "@veil/local-stack";
import { repeat } from "../pipeline/load.ts";
import { withBenchStack } from "../pipeline/start-bench-stack.ts";
import { type Figure, figure } from "../report.ts";
import { inRounds, type Rounds } from "../rounds.ts";
import { median, percentile } from "../statistics.ts";
import { type AuditClient, openAuditClient } from "./audit-client.ts";
import { fillLog, LOGGED_QUERIES, type QueryKind } from "./fill-log.ts";

const LOGGED_EVENTS = 1_000_000;
const QUERIES_A_ROUND = 200;
const APPEND_MS = 5_000;
/** The number of senders, as if the gateway had this many replicas. */
const SENDERS = 4;

/** Measures queries and appends of the audit service over HTTP, with a log of a million events. */
export async function benchAudit(options: Rounds): Promise<Figure[]> {
  return await withBenchStack({ profile: "embedded" }, async (stack) => {
    options.onProgress(`filling the log with ${LOGGED_EVENTS} events`);
    await fillLog(stack.databases.auditAdminUrl, LOGGED_EVENTS);
    return await measure(stack, options);
  });
}

async function measure(stack: Stack, options: Rounds): Promise<Figure[]> {
  const client = openAuditClient(stack);
  try {
    const times: QueryTimes = new Map();
    options.onProgress("warming up");
    await timeQueries(client, LOGGED_EVENTS, new Map());
    await appendFor(client, APPEND_MS / 5);
    const appends = await inRounds(options, "audit", async () => {
      await timeQueries(client, LOGGED_EVENTS, times);
      return await appendFor(client, APPEND_MS);
    });
    return figures(times, appends);
  } finally {
    await client.close();
  }
}

export type QueryTimes = Map<QueryKind, number[]>;

/**
 * Times the kinds of queries in turn, so that a disturbance of the machine affects all of them.
 * @param events - how many events the log has
 */
export async function timeQueries(
  client: AuditClient,
  events: number,
  times: QueryTimes,
): Promise<void> {
  for (let number = 0; number < QUERIES_A_ROUND; number++)
    for (const { kind, queryOf } of LOGGED_QUERIES) {
      const startedAt = performance.now();
      await client.query(queryOf(number, events));
      const all = times.get(kind) ?? [];
      all.push(performance.now() - startedAt);
      times.set(kind, all);
    }
}

/** Appends batches for `durationMs`. @returns events per second */
export async function appendFor(client: AuditClient, durationMs: number): Promise<number> {
  const startedAt = performance.now();
  let appended = 0;
  const isTime = () => performance.now() - startedAt < durationMs;
  await repeat(SENDERS, isTime, async () => {
    // Not `appended += await`, which would read the sum before it waits and lose what other senders
    // added.
    const added = await client.append();
    appended += added;
  });
  return (appended * 1000) / (performance.now() - startedAt);
}

function figures(times: QueryTimes, appends: readonly number[]): Figure[] {
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
