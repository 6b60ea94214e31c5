import type { Span } from "@veil/pii/spans";

const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/g;

/** Whether the whole of `text` is a JSON object or array. */
export function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The string values of a JSON text, without their quotes, in order. Names of members are none. */
export function jsonLeaves(text: string): Span[] {
  return [...text.matchAll(STRING)].flatMap(({ 0: { length }, index }) => {
    const end = index + length;
    return isName(text, end) ? [] : [{ start: index + 1, end: end - 1 }];
  });
}

/** What stands between the quotes of a JSON string. */
export function jsonEscaped(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

/** @throws SyntaxError when `written` cannot stand between the quotes of a JSON string. */
export function jsonUnescaped(written: string): string {
  return written.includes("\\") ? (JSON.parse(`"${written}"`) as string) : written;
}

function isName(text: string, from: number): boolean {
  let at = from;
  while (/\s/.test(text.charAt(at))) at += 1;
  return text.charAt(at) === ":";
}
