import { countrySpecs, isValidIBAN } from "ibantools";
import type { Edit } from "../edits/edit.ts";

const ACCOUNT = /(?<![A-Za-z0-9])[A-Z]{2}[\s.-]{0,4}\d(?:[\s.-]{0,4}[A-Z0-9]){0,32}$/;
const ACCOUNT_LENGTH = 80;

/**
 * Returns an edit that removes a line break inside a word or a number, whose line feed is at `at`,
 * and a hyphen before it. A hyphen between digits stays, because it may be part of the number.
 */
export function lineBreakAt(text: string, at: number): Edit | undefined {
  const before = lastBefore(text, at);
  const end = firstAfter(text, at + 1);
  const hyphenated = text.charCodeAt(before) === HYPHEN;
  const last = hyphenated ? before - 1 : before;
  if (hyphenated && isSmall(text.charAt(last)) && isSmall(text.charAt(end)))
    return { start: before, end, value: "" };
  const previous = text.charCodeAt(last);
  const next = text.charCodeAt(end);
  if (!isInCode(previous) || !isInCode(next)) return undefined;
  if (isInAccount(text, last + 1)) return { start: last + 1, end, value: hyphenated ? "" : " " };
  const inNumber = hyphenated && isDigit(previous) && isDigit(next);
  return inNumber ? { start: before + 1, end, value: "" } : undefined;
}

/** Returns the edits of `lineBreakAt` for a whole text, disjoint and in order. */
export function lineBreaksIn(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  let floor = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", Math.max(floor, at + 1))) {
    const edit = lineBreakAt(text, at);
    if (edit === undefined || edit.start < floor) continue;
    edits.push(edit);
    floor = edit.end;
  }
  return edits;
}

function lastBefore(text: string, at: number): number {
  let last = at - 1;
  for (let blanks = 0; blanks < 3 && isBlank(text, last); blanks += 1) last -= 1;
  return last;
}

function firstAfter(text: string, from: number): number {
  let first = from;
  for (let blanks = 0; blanks < 16 && isBlank(text, first); blanks += 1) first += 1;
  return first;
}

function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 32 || code === 9 || code === 13;
}

function isInCode(code: number): boolean {
  return isDigit(code) || (code >= 65 && code <= 90);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isSmall(letter: string): boolean {
  return letter !== letter.toUpperCase();
}

function isInAccount(text: string, end: number): boolean {
  const from = Math.max(0, end - ACCOUNT_LENGTH);
  const start = ACCOUNT.exec(text.slice(from, end))?.index;
  if (start === undefined) return false;
  const account = text.slice(from + start, end + ACCOUNT_LENGTH).replace(/[\s.-]/g, "");
  const length = countrySpecs[account.slice(0, 2)]?.chars ?? 0;
  return length > 0 && isValidIBAN(account.slice(0, length));
}

const HYPHEN = "-".charCodeAt(0);
