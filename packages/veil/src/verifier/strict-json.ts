import { parseStrictJson } from "@veil/contracts/parsing";
import { canonicalJson, type JsonValue } from "@veil/crypto/portable";
import type { Require } from "./steps.ts";

const DOCUMENT_BYTES_MAX = 1_048_576;

const BYTE_ORDER_MARK = 0xef;
const STRINGS = /"(?:[^"\\]|\\.)*"/g;
const NUMBERS = /[-\d][-+.\deE]*/g;
/** No fraction, no exponent, no -0: every program reads the same number. */
const INTEGER = /^(?:0|-?[1-9]\d*)$/;

/** An escape is the only way to write a surrogate that stands alone: in UTF-8 there is none. */
const SURROGATE = /\\u[dD]/;

/**
 * The subset of I-JSON (RFC 7493) that has one reading, and one canonical form in every program.
 * @returns what it says
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
  const numbers = text.replace(STRINGS, "").match(NUMBERS) ?? [];
  const exact = numbers.every((each) => INTEGER.test(each) && Number.isSafeInteger(Number(each)));
  require(exact, "a number is not an exact integer");
  require(!SURROGATE.test(text) || hasCanonicalForm(value), "a text is not valid Unicode");
  return value;
}

function hasCanonicalForm(value: unknown): boolean {
  try {
    return typeof canonicalJson(value as JsonValue) === "string";
  } catch {
    return false;
  }
}
