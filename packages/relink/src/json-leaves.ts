import type { Span } from "@veil/pii/spans";

const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/g;

/** An object or an array. */
export function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text) && isParsable(text);
}

/** Also a string in quotation marks. */
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

export function jsonLeaves(text: string): Span[] {
  return [...text.matchAll(STRING)].flatMap(({ 0: { length }, index }) => {
    const end = index + length;
    return isName(text, end) ? [] : [{ start: index + 1, end: end - 1 }];
  });
}

export function jsonEscaped(value: string): string {
  return JSON.stringify(value).slice(1, -1);
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
