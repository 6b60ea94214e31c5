import { ApiError } from "../errors.ts";
import { parseJson } from "./parse-json.ts";

export const JSON_DEPTH_MAX = 100;

/**
 * Parses a client's bytes like `parseJson`, but refuses duplicate keys, because parsers disagree on
 * which of them counts, and nesting deeper than `JSON_DEPTH_MAX`. It runs in linear time and does
 * not recurse before the depth is checked.
 *
 * @throws ApiError `invalid_json`
 */
export function parseStrictJson(json: Uint8Array): unknown {
  const members = countMembers(json);
  const value = parseJson(json);
  // In valid JSON, each member has exactly one colon outside strings. The parser keeps only one
  // of several equal keys, so duplicates make the value smaller than the count.
  if (keysIn(value) < members)
    throw new ApiError("invalid_json", "The body has the same key twice in one object");
  return value;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const STRING = 1;
const OPEN = 2;
const CLOSE = 3;
const MEMBER = 4;

/**
 * Maps each byte to its role in the JSON syntax. In UTF-8, these bytes never occur inside another
 * character.
 */
const KINDS = new Uint8Array(256);
KINDS[QUOTE] = STRING;
for (const bracket of "[{") KINDS[bracket.charCodeAt(0)] = OPEN;
for (const bracket of "]}") KINDS[bracket.charCodeAt(0)] = CLOSE;
KINDS[":".charCodeAt(0)] = MEMBER;

/**
 * Returns the number of members in all objects, and checks the depth. For invalid JSON, the number
 * means nothing, but the function still terminates.
 */
function countMembers(json: Uint8Array): number {
  let [depth, members] = [0, 0];
  for (let at = 0; at < json.length; at++) {
    const kind = KINDS[json[at] as number];
    if (kind === 0) continue;
    if (kind === STRING) at = endOfString(json, at + 1);
    else if (kind === MEMBER) members++;
    else if (kind === CLOSE) depth--;
    else if (++depth > JSON_DEPTH_MAX)
      throw new ApiError("invalid_json", `The body is nested deeper than ${JSON_DEPTH_MAX} levels`);
  }
  return members;
}

/** Up to this length, a loop is faster than `indexOf`. */
const NEAR = 32;

/**
 * Returns the index of the quotation mark that ends the string whose content starts at `start`, or
 * the length of `json` if the string is not closed.
 */
export function endOfString(json: Uint8Array, start: number): number {
  const near = Math.min(start + NEAR, json.length);
  let at = start;
  for (; at < near; at++) {
    if (json[at] === QUOTE) return at;
    if (json[at] === BACKSLASH) at++;
  }
  return endOfLongString(json, at);
}

function endOfLongString(json: Uint8Array, start: number): number {
  for (let from = start; ; ) {
    const quote = json.indexOf(QUOTE, from);
    if (quote < 0) return json.length;
    let before = quote;
    while (before > start && json[before - 1] === BACKSLASH) before--;
    if ((quote - before) % 2 === 0) return quote;
    from = quote + 1;
  }
}

/**
 * Returns the number of keys in all objects of a value. Recursion is safe because the depth has
 * been checked. It uses loops because `Object.values` and `reduce` take twice as long.
 */
function keysIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let keys = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === "object") keys += keysIn(item);
    return keys;
  }
  for (const key of Object.keys(value)) {
    const member = (value as Readonly<Record<string, unknown>>)[key];
    keys += typeof member === "object" ? 1 + keysIn(member) : 1;
  }
  return keys;
}
