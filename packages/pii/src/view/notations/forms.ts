import type { Edit } from "../edits/edit.ts";

/**
 * Matches a token such as `id=1&name=Anna+Schmidt` (WHATWG URL,
 * "application/x-www-form-urlencoded").
 */
const TOKEN = /[^\s"<>`|{}\\^]{1,4000}/y;
const IN_TOKEN = /[^\s"<>`|{}\\^]/;
const KEY = /(?:^|[?&])[^=&?]{1,80}=/g;
/** Signs of form data; text without any of them may be a sum. */
const NOT_IN_SUM = /[&?%]/;
const [AMPERSAND, PLUS, PERCENT] = [0x26, 0x2b, 0x25];
const LONGEST_KEY = 200;

/**
 * Finds the fields of form data, which are read as one label and value per line. Call it before
 * decoding percent-encoding.
 */
export function formsIn(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  for (let at = signFrom(text, 0); at !== -1; ) {
    const start = startOfToken(text, at, edits.at(-1)?.end ?? 0);
    TOKEN.lastIndex = start;
    const token = TOKEN.exec(text)?.[0] ?? "";
    const end = start + token.length;
    if (NOT_IN_SUM.test(token)) addFields(edits, token, start);
    at = signFrom(text, Math.max(end, at + 1));
  }
  return edits;
}

function signFrom(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === AMPERSAND || unit === PLUS || unit === PERCENT) return at;
  }
  return -1;
}

function startOfToken(text: string, at: number, floor: number): number {
  let start = at;
  while (start > floor && at - start < LONGEST_KEY && IN_TOKEN.test(text.charAt(start - 1)))
    start -= 1;
  return start;
}

function addFields(edits: Edit[], token: string, start: number): void {
  const keys = [...token.matchAll(KEY)];
  for (const [index, { 0: key, index: at }] of keys.entries()) {
    const valueStart = at + key.length;
    const valueEnd = keys[index + 1]?.index ?? token.length;
    if (/^[?&]/.test(key)) edits.push(separator(start + at, "\n\n"));
    edits.push(separator(start + valueStart - 1, ": "));
    for (let plus = token.indexOf("+", valueStart + 1); plus !== -1 && plus < valueEnd; ) {
      edits.push(separator(start + plus, " "));
      plus = token.indexOf("+", plus + 1);
    }
  }
}

function separator(start: number, value: string): Edit {
  return { start, end: start + 1, value };
}
