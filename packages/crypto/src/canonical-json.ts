export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** A cache of the canonical texts of objects that no longer change. */
export type CanonicalTexts = WeakMap<object, string>;

/**
 * Returns the canonical JSON of a value (RFC 8785, JCS).
 * @param texts - the known canonical texts of parts, which are not computed again
 * @throws TypeError for values that I-JSON (RFC 7493) excludes (NaN, infinities, lone surrogates),
 * and for values that are not JSON
 */
export function canonicalJson(value: JsonValue, texts?: CanonicalTexts): string {
  if (typeof value === "string") return canonicalString(value);
  if (typeof value === "number") return canonicalNumber(value);
  if (value === null || typeof value === "boolean") return String(value);
  return isArray(value) ? canonicalArray(value, texts) : canonicalObject(value, texts);
}

/** Returns the `canonicalJson` of a part, and remembers it in `texts`. */
export function rememberedCanonical(
  value: object & JsonValue,
  texts: CanonicalTexts | undefined,
): string {
  const known = texts?.get(value);
  if (known !== undefined) return known;
  const text = canonicalJson(value, texts);
  texts?.set(value, text);
  return text;
}

// Uses loops, because `map` and `join` take twice as long. A hole in a sparse array is read as
// undefined, which is refused.
function canonicalArray(values: readonly JsonValue[], texts: CanonicalTexts | undefined): string {
  let text = "";
  for (let at = 0; at < values.length; at++)
    text += (at === 0 ? "" : ",") + canonicalJson(values[at] as JsonValue, texts);
  return `[${text}]`;
}

function canonicalObject(
  value: { readonly [key: string]: JsonValue },
  texts: CanonicalTexts | undefined,
): string {
  const known = texts?.get(value);
  if (known !== undefined) return known;
  requirePlainObject(value);
  let text = "";
  for (const key of Object.keys(value).sort())
    text += `${text === "" ? "" : ","}${canonicalString(key)}:${canonicalJson(value[key] as JsonValue, texts)}`;
  return `{${text}}`;
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/**
 * Throws for anything except a plain object, because `JSON.stringify` would silently drop or change
 * other values. A plain object of any realm has no prototype, or a prototype that itself has none.
 */
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

/** Matches ASCII text without characters that need escaping. */
const AS_IT_IS = /^[ !#-[\]-~]*$/;
const LONE_SURROGATE = /\p{Surrogate}/u;

function canonicalString(value: string): string {
  if (AS_IT_IS.test(value)) return `"${value}"`;
  if (LONE_SURROGATE.test(value)) throw new TypeError("Canonical JSON has no lone surrogate");
  return JSON.stringify(value);
}
