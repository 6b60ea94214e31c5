export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/**
 * RFC 8785 (JCS).
 * @throws TypeError for what I-JSON (RFC 7493) excludes (NaN, infinities, lone surrogates), and for what is not JSON
 */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === "string") return canonicalString(value);
  if (typeof value === "number") return canonicalNumber(value);
  if (value === null || typeof value === "boolean") return String(value);
  // Array.from, because map() would skip the holes of a sparse array.
  if (isArray(value)) return `[${Array.from(value, canonicalJson).join(",")}]`;
  requirePlainObject(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${canonicalString(key)}:${canonicalJson(value[key] as JsonValue)}`);
  return `{${members.join(",")}}`;
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** `JSON.stringify` would silently drop or change other values. No prototype above it: a plain object of any realm. */
function requirePlainObject(value: object): void {
  const prototype: unknown = typeof value === "object" ? Object.getPrototypeOf(value) : undefined;
  const plain =
    prototype === null || (prototype !== undefined && Object.getPrototypeOf(prototype) === null);
  if (!plain) throw new TypeError("Canonical JSON takes JSON values only");
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
