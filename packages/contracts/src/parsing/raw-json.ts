/**
 * Holds an object or array that another program wrote, because `JSON.stringify` would write another
 * text.
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
 * Represents an object that `writeJson` writes unchanged: a parser rounds numbers, drops members
 * and changes their order. Its members cannot be read. @throws SyntaxError when it is not JSON
 */
export function rawJson(json: string): Record<string, unknown> {
  return new RawJson(json) as unknown as Record<string, unknown>;
}

/** Works like `JSON.stringify`, and writes raw JSON unchanged. */
export function writeJson(value: object): string {
  return written(value);
}

function written(value: unknown): string {
  if (value instanceof RawJson) return value.json;
  // This is many times as fast, and most bodies hold no raw JSON.
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
