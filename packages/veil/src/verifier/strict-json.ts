import { parseStrictJson } from "@veil/contracts/parsing";
import { canonicalJson, type JsonValue } from "@veil/crypto/portable";
import type { Require } from "./steps.ts";

const DOCUMENT_BYTES_MAX = 1_048_576;

const BYTE_ORDER_MARK = 0xef;
/** Matches a number from its first character. It must be applied outside strings. */
const NUMBER = /[-\d][-+.\deE]*/y;
/**
 * Matches an integer without fraction, exponent or -0, which every program parses as the same
 * number.
 */
const INTEGER = /^(?:0|-?[1-9]\d*)$/;

/** Matches an escaped surrogate. In UTF-8 text, only an escape can produce a lone surrogate. */
const SURROGATE = /\\u[dD]/;

/**
 * Requires the subset of I-JSON (RFC 7493) that every program parses to the same value with the
 * same canonical form.
 * @returns the parsed value
 */
export function requireStrictJson(json: Uint8Array, require: Require): unknown {
  require(json.length <= DOCUMENT_BYTES_MAX, "it is larger than 1 MiB");
  require(json[0] !== BYTE_ORDER_MARK, "it begins with a byte order mark");
  let value: unknown;
  try {
    value = parseStrictJson(json);
  } catch {
    require(false, "it is no JSON in UTF-8, is nested too deep, or has a member twice");
  }
  const text = new TextDecoder().decode(json);
  require(hasExactNumbers(text), "a number is not an exact integer");
  require(!SURROGATE.test(text) || hasCanonicalForm(value), "a text is not valid Unicode");
  return value;
}

const [QUOTE, BACKSLASH, MINUS, DIGIT_0, DIGIT_9] = [0x22, 0x5c, 0x2d, 0x30, 0x39];

/**
 * Returns whether all numbers are integers that every program represents exactly.
 * @param json - must be valid JSON
 */
function hasExactNumbers(json: string): boolean {
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at + 1);
    else if (code === MINUS || (code >= DIGIT_0 && code <= DIGIT_9)) {
      NUMBER.lastIndex = at;
      const [number = ""] = NUMBER.exec(json) ?? [];
      if (!INTEGER.test(number) || !Number.isSafeInteger(Number(number))) return false;
      at += number.length - 1;
    }
  }
  return true;
}

/**
 * Returns the index of the quotation mark that closes the string whose content begins at `start`. A
 * mark after an odd number of backslashes is inside the string.
 */
function endOfString(json: string, start: number): number {
  for (let from = start; ; ) {
    const quote = json.indexOf('"', from);
    if (quote < 0) return json.length;
    let before = quote;
    while (json.charCodeAt(before - 1) === BACKSLASH) before--;
    if ((quote - before) % 2 === 0) return quote;
    from = quote + 1;
  }
}

function hasCanonicalForm(value: unknown): boolean {
  try {
    return typeof canonicalJson(value as JsonValue) === "string";
  } catch {
    return false;
  }
}
