/**
 * Holds the original text of an object or array from another program, because parsing it and
 * serializing it again could change it.
 */
class RawJson {
  readonly json: string;

  constructor(json: string) {
    JSON.parse(json);
    this.json = json;
  }

  toJSON(): never {
    throw new TypeError("Raw JSON is written by writeJson alone");
  }
}

/**
 * Wraps JSON text so that `writeJson` writes it unchanged. Parsing and serializing would round
 * numbers, drop duplicate members and change their order. The members of the returned object cannot
 * be read.
 * @throws SyntaxError when the text is not JSON
 */
export function rawJson(json: string): Record<string, unknown> {
  return new RawJson(json) as unknown as Record<string, unknown>;
}

/** Serializes like `JSON.stringify`, but writes raw JSON unchanged. */
export function writeJson(value: object): string {
  return written(value);
}

function written(value: unknown): string {
  if (value instanceof RawJson) return value.json;
  // A shortcut: `JSON.stringify` is many times faster, and most bodies contain no raw JSON.
  if (!holdsRaw(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => written(item ?? null)).join(",")}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${JSON.stringify(name)}:${written(member)}`);
  return `{${members.join(",")}}`;
}

function holdsRaw(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  return value instanceof RawJson || Object.values(value).some(holdsRaw);
}
