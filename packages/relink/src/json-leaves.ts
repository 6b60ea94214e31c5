import type { Span } from "@veil/pii/spans";

/** Returns whether the text is an object or an array. */
export function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text) && isParsable(text);
}

/** Also accepts a string in quotation marks. */
export function isJsonOrString(text: string): boolean {
  return /^\s*["[{]/.test(text) && isParsable(text);
}

function isParsable(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the contents of those strings in JSON that are values. */
export function jsonLeaves(text: string): Span[] {
  const leaves: Span[] = [];
  for (let quote = text.indexOf('"'); quote !== -1; ) {
    const start = quote + 1;
    const end = endOfString(text, start);
    if (!isName(text, end + 1)) leaves.push({ start, end });
    quote = text.indexOf('"', end + 1);
  }
  return leaves;
}

/**
 * Returns the place of the quotation mark that ends the string with `start` as its first unit. A
 * pattern's stack would overflow.
 */
export function endOfString(text: string, start: number): number {
  for (let from = start; ; ) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return text.length;
    let before = quote;
    while (before > start && text.charAt(before - 1) === "\\") before -= 1;
    if ((quote - before) % 2 === 0) return quote;
    from = quote + 1;
  }
}

export function jsonEscaped(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

/** Matches what stands between quotation marks: one code unit of the string each. */
const UNIT = /\\u[0-9A-Fa-f]{4}|\\.|[^\\]/gs;

/**
 * Returns the content of a JSON string, `written` for `text`, once `text` has become `changed`. Its
 * beginning and its end keep their notation as far as they are the same.
 */
export function jsonRewritten(written: string, text: string, changed: string): string {
  if (!written.includes("\\")) return jsonEscaped(changed);
  const units = written.match(UNIT) ?? [];
  const most = Math.min(text.length, changed.length);
  let before = 0;
  while (before < most && text[before] === changed[before]) before += 1;
  let after = 0;
  while (after < most - before && text.at(-1 - after) === changed.at(-1 - after)) after += 1;
  const middle = jsonEscaped(changed.slice(before, changed.length - after));
  const end = units.slice(units.length - after);
  return [...units.slice(0, before), middle, ...end].join("");
}

/** @throws SyntaxError when `written` cannot be the content of a JSON string. */
export function jsonUnescaped(written: string): string {
  return written.includes("\\") ? (JSON.parse(`"${written}"`) as string) : written;
}

function isName(text: string, from: number): boolean {
  let at = from;
  while (/\s/.test(text.charAt(at))) at += 1;
  return text.charAt(at) === ":";
}
