import type { Span } from "@veil/pii/spans";

/** Returns whether the text is a JSON object or array. */
export function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text) && isParsable(text);
}

/** Returns whether the text is a JSON object, array or string. */
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

/** Returns the places of the string values in JSON, without their quotation marks. */
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
 * Returns the place of the quotation mark that ends the string which begins at `start`. A regular
 * expression would overflow the stack.
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

/** Matches one code unit of a JSON string, as written between the quotation marks. */
const UNIT = /\\u[0-9A-Fa-f]{4}|\\.|[^\\]/gs;

/**
 * Returns the new content of a JSON string when its `text`, which was written as `written`, becomes
 * `changed`. The unchanged beginning and end keep their notation.
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

/**
 * Returns the text that the content of a JSON string stands for.
 * @throws SyntaxError when `written` cannot be the content of a JSON string.
 */
export function jsonUnescaped(written: string): string {
  return written.includes("\\") ? (JSON.parse(`"${written}"`) as string) : written;
}

function isName(text: string, from: number): boolean {
  let at = from;
  while (/\s/.test(text.charAt(at))) at += 1;
  return text.charAt(at) === ":";
}
