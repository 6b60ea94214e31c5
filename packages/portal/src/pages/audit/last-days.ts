import type { DayCount } from "../../components/day-chart.tsx";

interface Span {
  readonly since: string;
  readonly calls: number;
}

const DAY_MS = 86_400_000;

/** Returns the start, in UTC, of the first of `count` days of which the last is the day of `now`. */
export function firstOfDays(count: number, now: Date): Date {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return new Date(today - (count - 1) * DAY_MS);
}

/** Returns the number of calls on each of the last days in UTC, from spans of hours or days. */
export function lastDays(spans: readonly Span[], count: number, now: Date): DayCount[] {
  const first = firstOfDays(count, now).getTime();
  const days = Array.from({ length: count }, (_, at) =>
    new Date(first + at * DAY_MS).toISOString().slice(0, 10),
  );
  return days.map((day) => ({
    day,
    count: spans
      .filter(({ since }) => since.startsWith(day))
      .reduce((sum, { calls }) => sum + calls, 0),
  }));
}
