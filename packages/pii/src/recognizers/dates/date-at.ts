import type { Span } from "../../finding.ts";
import { endPattern } from "../../text/end-pattern.ts";
import { isDate } from "./date-grammar.ts";

const MONTH =
  "(?:jan(?:uary|uar)?|jänner|feb(?:ruary|ruar)?|feber|mar(?:ch)?|märz?|apr(?:il)?|may|mai|june?|juni?|july?|juli?|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)";
const TIME =
  "(?:(?:,? (?:at |um |gegen )?|T)\\d{1,2}[:.]\\d{2}(?::\\d{2}(?:[.,]\\d{1,9})?)?(?: ?[ap]\\.?m\\b\\.?| ?uhr|Z| ?[+-]\\d{2}:?\\d{2})?)?";
const ISO = new RegExp(`\\d{4}([-/.])\\d{1,2}\\1\\d{1,2}(?!\\d)${TIME}`, "iy");
const NUMERIC = new RegExp(
  `\\d{1,2}([./-]) ?\\d{1,2}\\1 ?(?:\\d{4}|\\d{2})(?!\\d|\\1\\d)${TIME}`,
  "iy",
);
const DAY_FIRST = new RegExp(
  `\\d{1,2}(?:st|nd|rd|th|\\.)?[ \\u00a0-]{1,2}(?:of )?(${MONTH})(?![\\p{L}\\p{N}])\\.?(?:(?:,? {1,2}|-)\\d{4}(?!\\d)| ?['’]\\d{2}(?!\\d)|-\\d{2}(?!\\d))?${TIME}`,
  "iuy",
);
const DAY_AFTER_MONTH = new RegExp(
  `\\d{1,2}(?:st|nd|rd|th)?(?![\\p{L}\\p{N}]|[.:]\\d)(?:,? {1,2}\\d{4}(?!\\d)${TIME}|-\\d{4}(?!\\d))?`,
  "iuy",
);
const MONTH_BEFORE = new RegExp(`(?:^|[^\\p{L}\\p{N}])(${MONTH})\\.?[ \\u00a0/-]{1,2}$`, "iu");
/** A quick test for `MONTH_BEFORE`, because most numbers do not follow a month. */
const BEHIND_MONTH = endPattern(MONTH_BEFORE);
const MONTH_YEAR = /\d{1,2}[/.]\d{4}(?![\d/.-])/y;
const DAY_MONTH = /\d{1,2}\. ?\d{1,2}\.(?! ?\d)/y;
const CLOCK =
  /\d{1,2}(?::\d{2}(?::\d{2})?(?: ?[ap]\.?m\b\.?| uhr)?|(?:\.\d{2})? ?uhr| ?[ap]\.?m\b\.?)(?![\p{L}\p{N}:])/iuy;
const BEFORE_CLOCK = endPattern(/(?:^|[\s(])(?:at|um|ab|bis|gegen|until|till|from|von|@)\s$/i);
const BEFORE_DAY_MONTH = endPattern(
  /(?:^|[\s(–-])(?:am|vom|bis|seit|ab|zum|den|dem|der|und|-|–)\s?$/i,
);
const BEFORE_YEAR = endPattern(
  /(?:^|[\s(])(?:in|since|until|of|from|by|during|before|after|early|late|year|circa|summer|winter|spring|autumn|fall|jahr(?:e[ns]?)?|im|seit|ab|bis|anfang|mitte|ende|vor|nach|sommer|herbst|frühjahr|frühling)\s$/i,
);
const REACH = 14;
const NINE = "9".charCodeAt(0);

/**
 * Returns the date that consists of a month and the code after it, from `start` to `end`, which is
 * a day or a year.
 */
export function dateFromMonth(text: string, start: number, end: number): Span | undefined {
  const last = text.charCodeAt(start - 1);
  if (last !== 32 && last !== 45 && last !== 0xa0 && last !== 47) return undefined;
  const written = text.slice(Math.max(0, start - REACH), start);
  const before = BEHIND_MONTH.test(written) ? MONTH_BEFORE.exec(written) : null;
  if (before === null) return undefined;
  const [whole, month = ""] = before;
  const from = start - whole.length + whole.indexOf(month);
  // In "may 5 of them" and "mar 3", the word might not be a month, so a month in lower case
  // requires a year.
  if (isYear(text, start, end)) return { start: from, end };
  const to = matchEnd(DAY_AFTER_MONTH, text, start);
  if (to === -1 || !isDay(text, start) || (/^\p{Ll}/u.test(month) && to - start < 6))
    return undefined;
  return { start: from, end: to };
}

export function dateFromCode(text: string, start: number, end: number): Span | undefined {
  if (start > 0 && /[\p{L}\p{N}_#$€£%/.:@+=-]/u.test(text.charAt(start - 1))) {
    if (!isRange(text, start)) return undefined;
  }
  const next = text.charCodeAt(end);
  const to =
    (isSeparator(next) ? numericEnd(text, start) : undefined) ??
    (mayBeDay(text, start, end, next) ? wordsEnd(text, start) : undefined) ??
    lesserEnd(text, start, end);
  return to === undefined ? undefined : { start, end: to };
}

/** Returns whether the character separates the parts of a numeric date: `-`, `.` or `/`. */
function isSeparator(code: number): boolean {
  return code >= 45 && code <= 47;
}

/** Returns whether the text after the number may continue as `DAY_FIRST` requires. */
function mayBeDay(text: string, start: number, end: number, next: number): boolean {
  if (end - start > 2) return text.charCodeAt(end - 1) > NINE;
  return (
    next === 32 || next === 0xa0 || next === 45 || next === 46 || text.charCodeAt(end - 1) > NINE
  );
}

function isRange(text: string, start: number): boolean {
  return /[\d.] ?[-–]$/.test(text.slice(Math.max(0, start - 3), start));
}

function numericEnd(text: string, start: number): number | undefined {
  for (const pattern of [ISO, NUMERIC]) {
    const to = matchEnd(pattern, text, start);
    if (to !== -1 && isDate(text.slice(start, Math.min(to, start + 12)))) return to;
  }
  return undefined;
}

function wordsEnd(text: string, start: number): number | undefined {
  if (!isDay(text, start)) return undefined;
  DAY_FIRST.lastIndex = start;
  const match = DAY_FIRST.exec(text);
  if (match === null) return undefined;
  const [whole, month = ""] = match;
  // In "in 2 may cases" and "3 mar", the word might not be a month, so a month in lower case
  // requires a year.
  const lower = /^\p{Ll}/u.test(month);
  return lower && !/\d{4}|['’]\d\d/.test(whole) ? undefined : start + whole.length;
}

function lesserEnd(text: string, start: number, end: number): number | undefined {
  const before = text.slice(Math.max(0, start - REACH), start);
  if (isYear(text, start, end))
    return BEFORE_YEAR.test(before) && isFree(text, end) ? end : undefined;
  const isSeparated = isSeparator(text.charCodeAt(end));
  const monthYear = isSeparated && isMonth(text, start) ? matchEnd(MONTH_YEAR, text, start) : -1;
  if (monthYear !== -1) return monthYear;
  const mayBeMonth = isSeparated && BEFORE_DAY_MONTH.test(before);
  const dayMonth = mayBeMonth ? matchEnd(DAY_MONTH, text, start) : -1;
  return dayMonth === -1 ? clockEnd(text, start, before) : dayMonth;
}

function clockEnd(text: string, start: number, before: string): number | undefined {
  const end = matchEnd(CLOCK, text, start);
  if (end === -1 || Number.parseInt(text.slice(start, start + 2), 10) > 24) return undefined;
  const marked = /[a-z]/i.test(text.slice(start, end));
  return marked || BEFORE_CLOCK.test(before) ? end : undefined;
}

function isFree(text: string, end: number): boolean {
  return !/^(?:[.,:/-]\d|[%\p{L}]| ?[×x*€$] ?)/u.test(text.slice(end, end + 3));
}

function isYear(text: string, start: number, end: number): boolean {
  return end - start === 4 && /^(?:19|20)\d\d$/.test(text.slice(start, end));
}

function isDay(text: string, start: number): boolean {
  const day = Number.parseInt(text.slice(start, start + 2), 10);
  return day > 0 && day < 32;
}

function isMonth(text: string, start: number): boolean {
  const month = Number.parseInt(text.slice(start, start + 2), 10);
  return month > 0 && month < 13;
}

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
