import { InvalidArgumentError } from "@commander-js/extra-typings";

const FORM = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z)?$/;

/** Parses a date, or a time in UTC, in the format of RFC 3339. */
export function instant(text: string): string {
  const time = new Date(text);
  const exists = FORM.test(text) && !Number.isNaN(time.getTime());
  // `Date` moves a day that does not exist in its month, such as February 30, to the next month.
  if (exists && time.toISOString().startsWith(text.slice(0, 10))) return time.toISOString();
  throw new InvalidArgumentError(
    "Use a date such as 2027-01-31, or a time such as 2027-01-31T12:00:00Z.",
  );
}
