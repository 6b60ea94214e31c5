/** The source of a pattern for one date or time by DIN 5008: "05.06.", "05.06.2024", "06.00". */
const ONE = String.raw`\d{1,2}\.\d{1,2}(?:\.(?:\d{4}|\d{2})?)?`;
const JOINT = String.raw`(?: ?[/\u2010-\u2013-] ?| {1,2})`;
const EACH = new RegExp(ONE, "g");
const SEVERAL = new RegExp(`${ONE}(?:${JOINT}${ONE}){1,15}(?![\\d.]*\\d)`, "y");
const PARTS = /(\d{1,2})\.(\d{1,2})(\.?)/;

/**
 * Returns the end of a series of German dates and times with points that begins at `start`, such as
 * "05.06.-08.06." or "06.00 - 14.00", or -1 if there is none. Phone numbers do not have this form.
 */
export function dottedDatesEnd(text: string, start: number): number {
  SEVERAL.lastIndex = start;
  const written = SEVERAL.exec(text)?.[0] ?? "";
  const parts = written.match(EACH) ?? [];
  return parts.length > 1 && parts.every(isDateOrTime) ? start + written.length : -1;
}

function isDateOrTime(written: string): boolean {
  const [, first = "", second = "", stop = ""] = PARTS.exec(written) ?? [];
  const [one, other] = [Number(first), Number(second)];
  if (one >= 1 && one <= 31 && other >= 1 && other <= 12) return true;
  return stop === "" && second.length === 2 && one <= 24 && other < 60;
}
