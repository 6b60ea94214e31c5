const DAY_MS = 86_400_000;

/** Returns the start, in UTC, of the first of `count` days of which the last is the day of `now`. */
export function firstOfDays(count: number, now: Date): Date {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return new Date(today - (count - 1) * DAY_MS);
}

/** Returns the start, in UTC, of the first of `count` months of which the last is that of `now`. */
export function firstOfMonths(count: number, now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (count - 1)));
}

/** The names of the last days in UTC, such as 2027-01-31. */
export function lastDays(count: number, now: Date): readonly string[] {
  return Array.from({ length: count }, (_, at) =>
    firstOfDays(count - at, now)
      .toISOString()
      .slice(0, "2027-01-31".length),
  );
}

/** The names of the last months in UTC, such as 2027-01. */
export function lastMonths(count: number, now: Date): readonly string[] {
  return Array.from({ length: count }, (_, at) =>
    firstOfMonths(count - at, now)
      .toISOString()
      .slice(0, "2027-01".length),
  );
}
