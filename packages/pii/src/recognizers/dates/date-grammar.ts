const MONTHS =
  "(?:jan(?:uary|uar)?|jänner|feb(?:ruary|ruar)?|mar(?:ch)?|märz?|apr(?:il)?|may|mai|june?|juni?|july?|juli?|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)\\.?";
const NUMERIC = "\\d{1,2}[./-] ?\\d{1,2}[./-] ?(?:\\d{4}|\\d{2})";
const ISO = "\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}";
const DAY_FIRST = `\\d{1,2}(?:st|nd|rd|th|\\.)?[ \\u00a0](?:of )?${MONTHS},?[ \\u00a0]\\d{2,4}`;
const HYPHENATED = `\\d{1,2}-${MONTHS}-(?:\\d{4}|\\d{2})`;
/** The form on tickets and in passports: "19MAY82". */
const COMPACT = `\\d{2}${MONTHS}(?:\\d{4}|\\d{2})`;
const MONTH_FIRST = `${MONTHS}[ \\u00a0]\\d{1,2}(?:st|nd|rd|th)?,?[ \\u00a0]\\d{4}`;

/**
 * The source of a regular expression for one whole date in English or German, in digits or words.
 */
export const DATE = `(?:${ISO}|${NUMERIC}|${DAY_FIRST}|${HYPHENATED}|${COMPACT}|${MONTH_FIRST})(?![\\p{N}]|[./-]\\d)`;

/** Returns whether the first two numbers below 100 can be a day and a month, in either order. */
export function isDate(written: string): boolean {
  const numbers = (written.match(/\d+/g) ?? []).map(Number);
  if (numbers.length < 3) return numbers.every((number) => number > 0);
  const [a = 0, b = 0] = numbers.filter((number) => number < 100).slice(0, 2);
  return a > 0 && b > 0 && Math.max(a, b) <= 31 && Math.min(a, b) <= 12;
}
