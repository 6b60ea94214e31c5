/** An object or array that was written elsewhere. `JSON.stringify` would write another text. */
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
 * Stands for an object in what `writeJson` writes, and is written as it is: a parser rounds numbers, drops members and
 * changes their order. Its members cannot be read. @throws SyntaxError when it is no JSON
 */
export function rawJson(json: string): Record<string, unknown> {
  return new RawJson(json) as unknown as Record<string, unknown>;
}

/** As `JSON.stringify`, with raw JSON as it was written. */
export function writeJson(value: object): string {
  return written(value);
}

function written(value: unknown): string {
  if (value instanceof RawJson) return value.json;
  // Many times as fast, and most of a body holds none.
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
