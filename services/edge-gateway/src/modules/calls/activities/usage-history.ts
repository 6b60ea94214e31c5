import type { UsageHistoryResponse, UsageSpan } from "@veil/contracts/public/usage-history";
import type { CountedPeriod, CountKind, SpanSum } from "./ports.ts";

export type HistoryStep = UsageHistoryResponse["by"];

/** The kinds of counts that a history contains. */
export const HISTORY_KINDS = [
  ...["calls", "key", "model", "input_tokens", "output_tokens", "route", "refused"],
] as readonly CountKind[];

/** Characters of an ISO 8601 time that name the month or the day. */
const NAME_LENGTH: Readonly<Record<HistoryStep, number>> = { month: 7, day: 10 };
const DAY_MS = 24 * 60 * 60_000;

/**
 * Returns the days of a history: the last 30, or those of the months.
 * @param since - the first day, such as 2027-01-31
 * @param until - the last day
 */
export function historyPeriod(
  { since, until }: { readonly since?: string; readonly until?: string },
  now: Date,
): CountedPeriod {
  const last = until === undefined ? startOfDay(now) : new Date(until);
  const first = since === undefined ? new Date(last.getTime() - 29 * DAY_MS) : new Date(since);
  return { since: first, until: new Date(last.getTime() + DAY_MS) };
}

/** Adds counts of hours and days up to days or months in UTC. Steps without a count are absent. */
export function usageHistory(
  by: HistoryStep,
  { since, until }: CountedPeriod,
  sums: readonly SpanSum[],
): UsageHistoryResponse {
  const nameOf = (sum: SpanSum) => sum.since.toISOString().slice(0, NAME_LENGTH[by]);
  const names = [...new Set(sums.map(nameOf))].sort();
  return {
    by,
    since: dayOf(since),
    until: dayOf(new Date(until.getTime() - DAY_MS)),
    spans: names.map((name) => ({ name, ...counted(sums.filter((sum) => nameOf(sum) === name)) })),
    total: counted(sums),
  };
}

function counted(sums: readonly SpanSum[]): Omit<UsageSpan, "name"> {
  const sumOf = (kind: CountKind) =>
    sums.reduce((total, sum) => (sum.kind === kind ? total + sum.count : total), 0);
  return {
    calls: sumOf("calls"),
    input_tokens: sumOf("input_tokens"),
    output_tokens: sumOf("output_tokens"),
    keys: byName(sums, "key"),
    models: byName(sums, "model"),
    routes: byName(sums, "route"),
    refusals: byName(sums, "refused"),
  };
}

function byName(sums: readonly SpanSum[], kind: CountKind) {
  const counts = new Map<string, number>();
  for (const sum of sums)
    if (sum.kind === kind) counts.set(sum.name, (counts.get(sum.name) ?? 0) + sum.count);
  return [...counts].map(([name, count]) => ({ name, count })).sort(mostFirst);
}

function mostFirst(
  a: { readonly name: string; readonly count: number },
  b: { readonly name: string; readonly count: number },
): number {
  return b.count - a.count || (a.name < b.name ? -1 : 1);
}

function startOfDay(time: Date): Date {
  return new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS);
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, "2027-01-31".length);
}
