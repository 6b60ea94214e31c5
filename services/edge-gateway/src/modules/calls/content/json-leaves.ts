import { endOfString, jsonRewritten } from "@veil/relink";

/** A member name, a string or a number in a JSON text. */
export interface WrittenLeaf {
  readonly kind: "name" | "string" | "number";
  readonly written: string;
  readonly at: number;
  /**
   * The name of the member that contains the value, directly or in an array. Undefined if there is
   * none.
   */
  readonly member: string | undefined;
  /** The position of the object that a name belongs to, which identifies that object. */
  readonly object: number;
}

/**
 * Matches a punctuation character of JSON, a number, or the quotation mark that starts a string.
 */
const TOKEN = /["{}[\],]|-?\d[\d.eE+-]*/g;
const COLON = /\s*:/y;

interface Container {
  readonly object: number;
  readonly member: string | undefined;
}

/** Yields the leaves of valid JSON in the order of the text. */
export function* leavesIn(text: string): Generator<WrittenLeaf> {
  const open: Container[] = [];
  let member: string | undefined;
  for (const { written, at } of tokensIn(text)) {
    const object = open.at(-1)?.object ?? 0;
    switch (written.charAt(0)) {
      case "{":
      case "[":
        open.push({ object: at, member });
        break;
      case "}":
      case "]":
        member = open.pop()?.member;
        break;
      case ",":
        member = open.at(-1)?.member;
        break;
      case '"':
        if (isName(text, at + written.length)) {
          yield { kind: "name", written, at, member: undefined, object };
          member = JSON.parse(written) as string;
        } else yield { kind: "string", written, at, member, object };
        break;
      default:
        yield { kind: "number", written, at, member, object };
    }
  }
}

function* tokensIn(text: string): Generator<Pick<WrittenLeaf, "written" | "at">> {
  const pattern = new RegExp(TOKEN);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { 0: token, index: at } = match;
    if (token !== '"') yield { written: token, at };
    else {
      const end = endOfString(text, at + 1) + 1;
      yield { written: text.slice(at, end), at };
      pattern.lastIndex = end;
    }
  }
}

function isName(text: string, end: number): boolean {
  COLON.lastIndex = end;
  return COLON.test(text);
}

interface OpenContainer {
  readonly isObject: boolean;
  /** The position of the current member or item, counted from 0. */
  index: number;
  /** The name of the current member. */
  name: string;
}

/**
 * Returns the path of the leaf at `at`, such as `.properties[1].description`. It has the names of
 * the members in `words`, and the positions of all other members, counted from 0.
 */
export function pathIn(text: string, at: number, words: ReadonlySet<string>): string {
  const open: OpenContainer[] = [];
  for (const { written, at: start } of tokensIn(text)) {
    const inner = open.at(-1);
    if (inner && written.startsWith('"') && isName(text, start + written.length)) {
      inner.index += 1;
      inner.name = JSON.parse(written) as string;
    }
    if (start >= at) break;
    moveOn(open, written);
  }
  const steps = open.map(({ isObject, index, name }) =>
    isObject && words.has(name) ? `.${name}` : `[${index}]`,
  );
  return steps.join("");
}

function moveOn(open: OpenContainer[], sign: string): void {
  const inner = open.at(-1);
  switch (sign) {
    case "{":
      open.push({ isObject: true, index: -1, name: "" });
      break;
    case "[":
      open.push({ isObject: false, index: 0, name: "" });
      break;
    case "}":
    case "]":
      open.pop();
      break;
    case ",":
      if (inner?.isObject === false) inner.index += 1;
  }
}

/** Replaces leaves of valid JSON with what `change` returns. Everything else keeps its notation. */
export function replaceLeaves(text: string, change: (leaf: WrittenLeaf) => string): string {
  let json = "";
  let end = 0;
  for (const leaf of leavesIn(text)) {
    json += text.slice(end, leaf.at) + change(leaf);
    end = leaf.at + leaf.written.length;
  }
  return json + text.slice(end);
}

/**
 * Returns the JSON of a leaf whose value is now `text`, in its old notation if the value is
 * unchanged.
 */
export function writtenAs({ kind, written }: Pick<WrittenLeaf, "kind" | "written">, text: string) {
  if (kind === "number") return JSON.stringify(text);
  const value = JSON.parse(written) as string;
  if (value === text) return written;
  return `"${jsonRewritten(written.slice(1, -1), value, text)}"`;
}

/**
 * Returns the digits of an integer in any notation, or undefined for a fraction, because no
 * identifier is written as a fraction.
 */
export function integerIn(written: string): string | undefined {
  if (/^-?\d+$/.test(written)) return written;
  const number = Number(written);
  return Number.isInteger(number) ? String(number) : undefined;
}
