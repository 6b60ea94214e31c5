export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/**
 * The one byte-exact text of a JSON value: keys sorted by UTF-16 code units, no white space,
 * numbers and strings as ECMAScript writes them. Source: RFC 8785 (JCS).
 *
 * @throws TypeError for NaN, infinities and lone surrogates, which I-JSON (RFC 7493) excludes.
 */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === "string") return canonicalString(value);
  if (typeof value === "number") return canonicalNumber(value);
  if (value === null || typeof value === "boolean") return String(value);
  if (isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = Object.keys(value)
    .sort()
    .map((key) => `${canonicalString(key)}:${canonicalJson(value[key] as JsonValue)}`);
  return `{${members.join(",")}}`;
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError("Canonical JSON has no NaN and no infinity");
  return JSON.stringify(value);
}

const LONE_SURROGATE = /\p{Surrogate}/u;

function canonicalString(value: string): string {
  if (LONE_SURROGATE.test(value)) throw new TypeError("Canonical JSON has no lone surrogate");
  return JSON.stringify(value);
}
