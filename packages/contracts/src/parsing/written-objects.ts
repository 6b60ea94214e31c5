import { endOfString } from "./parse-strict-json.ts";

/** A path of member names; `*` matches any item of an array. */
export type ObjectPath = readonly string[];

const CODE = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openBracket: 0x5b,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Returns the source text of the objects at `paths` in valid JSON, keyed by place, such as
 * `content.0.input`. If members share a name, the last one counts, as in parsers.
 */
export function writtenObjects(
  json: Uint8Array,
  paths: readonly ObjectPath[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const textOf = (start: number, end: number) => utf8.decode(json.subarray(start, end));
  const keep = (requested: Container["requested"], end: number) => {
    if (requested !== undefined) found.set(requested.place, textOf(requested.start, end));
  };
  const open: Container[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const code = json[at];
    if (code === CODE.quote) {
      const end = endOfString(json, at + 1) + 1;
      nameIn(open.at(-1), () => textOf(at, end));
      at = end - 1;
    } else if (code === CODE.openBrace) open.push(openObject(open, paths, at));
    else if (code === CODE.openBracket) open.push(openArray());
    else if (isClosing(code)) keep(open.pop()?.requested, at + 1);
    else separate(open.at(-1), code);
  }
  return found;
}

interface Container {
  readonly isObject: boolean;
  /** The place of this object if it was requested, and the index of its first byte. */
  readonly requested: { readonly place: string; readonly start: number } | undefined;
  /** The member name of the current value, in an object. */
  name: string;
  index: number;
  atName: boolean;
}

function isClosing(code: number | undefined): boolean {
  return code === CODE.closeBrace || code === CODE.closeBracket;
}

function openObject(
  open: readonly Container[],
  paths: readonly ObjectPath[],
  start: number,
): Container {
  const place = placeIn(open, paths);
  const requested = place === undefined ? undefined : { place, start };
  return { isObject: true, requested, name: "", index: 0, atName: true };
}

function openArray(): Container {
  return { isObject: false, requested: undefined, name: "", index: 0, atName: false };
}

function nameIn(container: Container | undefined, read: () => string): void {
  if (container?.atName) container.name = JSON.parse(read()) as string;
}

function separate(container: Container | undefined, code: number | undefined): void {
  if (container === undefined) return;
  if (code === CODE.colon) container.atName = false;
  if (code !== CODE.comma) return;
  if (container.isObject) container.atName = true;
  else container.index += 1;
}

function placeIn(open: readonly Container[], paths: readonly ObjectPath[]): string | undefined {
  const isHere = paths.some(
    (path) =>
      path.length === open.length &&
      open.every(({ isObject, name }, depth) =>
        isObject ? path[depth] === name : path[depth] === "*",
      ),
  );
  if (!isHere) return undefined;
  return open.map(({ isObject, name, index }) => (isObject ? name : String(index))).join(".");
}
