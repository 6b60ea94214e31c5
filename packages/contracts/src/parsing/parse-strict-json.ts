import { ApiError } from "../errors.ts";
import { parseJson } from "./parse-json.ts";

export const JSON_DEPTH_MAX = 100;

/**
 * `parseJson` for a client's bytes. It refuses duplicate keys, of which parsers take different
 * ones, and nesting deeper than `JSON_DEPTH_MAX`. It runs in linear time, without recursion over
 * the text.
 *
 * @throws ApiError `invalid_json`
 */
export function parseStrictJson(json: Uint8Array): unknown {
  const members = countMembers(json);
  const value = parseJson(json);
  // In valid JSON each member has one colon outside of strings, and the parser keeps only one of
  // several equal keys.
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
 * Maps each byte to what it begins, ends or separates. In UTF-8 these bytes are no part of another
 * character.
 */
const KINDS = new Uint8Array(256);
KINDS[QUOTE] = STRING;
for (const bracket of "[{") KINDS[bracket.charCodeAt(0)] = OPEN;
for (const bracket of "]}") KINDS[bracket.charCodeAt(0)] = CLOSE;
KINDS[":".charCodeAt(0)] = MEMBER;

/** Counts correctly only for valid JSON; for other bytes it just ends. */
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

/** Up to this length a loop is faster than a search. */
const NEAR = 32;

/**
 * Returns the place of the quotation mark that ends the string with `start` as its first byte, or
 * the end of `json`.
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

/** Recursion is safe: the depth is known. Loops over keys, because `Object.values` and `reduce` take twice as long. */
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
