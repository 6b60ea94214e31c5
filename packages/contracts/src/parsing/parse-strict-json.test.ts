import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { ApiError } from "../errors.ts";
import { JSON_DEPTH_MAX, parseStrictJson } from "./parse-strict-json.ts";

const parse = (text: string) => parseStrictJson(Buffer.from(text));
const invalid = (why: RegExp) =>
  expect.objectContaining({ code: "invalid_json", message: expect.stringMatching(why) });

/** A JSON document in which an object can have the same key twice: objects are lists of members. */
type Node = string | number | null | readonly Node[] | { readonly members: readonly Member[] };
type Member = readonly [key: string, value: Node];

/** Includes lone surrogates. */
const units = fc.array(fc.nat({ max: 0xffff }), { maxLength: 10 });
const text = units.map((codes) => String.fromCharCode(...codes));
/** Only a few names, so that some repeat. Some need escaping. */
const keys = fc.constantFrom("a", "b", "__proto__", 'q"', "back\\", "ü", "\ud800", "[{:");
const { node } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5 },
    fc.oneof(text, fc.constantFrom('"', "\\", "]}", "\\\\"), fc.integer()),
    fc.constant(null),
    fc.array(tie("node"), { maxLength: 4 }),
    fc.array(fc.tuple(keys, tie("node")), { maxLength: 4 }).map((members) => ({ members })),
  ),
}));
const spaces = fc.constantFrom("", " ", "\n\t ");

function write(value: Node, space: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const list = (items: readonly string[]) => items.join(`${space},${space}`);
  if ("members" in value) {
    const members = value.members.map(([key, inner], at) => {
      // Escapes a letter in some keys: the parser must treat both spellings as the same key.
      const name = at % 2 === 0 ? JSON.stringify(key) : JSON.stringify(key).replace("a", "\\u0061");
      return `${name}${space}:${write(inner, space)}`;
    });
    return `{${space}${list(members)}}`;
  }
  return `[${list(value.map((item) => write(item, space)))}${space}]`;
}

function repeatsKey(value: Node): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (!("members" in value)) return value.some(repeatsKey);
  const names = value.members.map(([key]) => key);
  return new Set(names).size < names.length || value.members.some(([, inner]) => repeatsKey(inner));
}

describe("parseStrictJson compared with JSON.parse", () => {
  test("parseStrictJson returns the value of JSON.parse, or throws if an object has a duplicate key", () => {
    fc.assert(
      fc.property(node, spaces, (value, space) => {
        const text = write(value, space);
        if (repeatsKey(value)) expect(() => parse(text)).toThrow(invalid(/twice/));
        else expect(JSON.stringify(parse(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 500 },
    );
  });

  test("parseStrictJson refuses every text that JSON.parse refuses, including truncated documents", () => {
    const strings = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'{}[]":,\\ae1 \n') }),
      fc.tuple(node, fc.nat()).map(([value, at]) => {
        const text = write(value, "");
        return text.slice(0, at % text.length);
      }),
    );
    fc.assert(
      fc.property(strings, (text) => {
        const expected = attempt(() => JSON.parse(text) as unknown);
        const actual = attempt(() => parse(text));
        if (actual.error === undefined) expect(actual).toEqual(expected);
        else expect(actual.error).toBeInstanceOf(ApiError);
        if (expected.error !== undefined) expect(actual.error).toEqual(invalid(/./));
      }),
      { numRuns: 1_000 },
    );
  });
});

function attempt(work: () => unknown): { readonly value?: unknown; readonly error?: unknown } {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}

describe("Duplicate keys", () => {
  test.each([
    '{"a":1,"a":1}',
    '{"a":1,"b":{},"a":2}',
    '{"__proto__":1,"__proto__":2}',
    '{"a":1,"\\u0061":2}',
    '[{"b":[0,{"a":{},"a":{}}]}]',
    `{"${"x".repeat(100)}":1,"${"x".repeat(100)}":2}`,
    '{"1":1,"1":2}',
  ])("parseStrictJson refuses the duplicate key in %s", (text) => {
    expect(() => parse(text)).toThrow(invalid(/twice/));
  });

  test.each([
    '{"a":{"a":1},"b":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":"\\":{\\"a\\":1","b":"\\\\"}',
    `{"a":"${"x".repeat(100)}\\\\","b":"${"x".repeat(100)}\\":"}`,
    '{"a":1,"A":2,"":3}',
    '{"constructor":1,"toString":2,"length":3}',
    '"a:b:c"',
    " [ ] ",
    "\ufeff{}",
  ])("parseStrictJson accepts %s, which has no duplicate key", (text) => {
    expect(parse(text)).toEqual(JSON.parse(text.replace("\ufeff", "")));
  });
});

describe("Nesting depth", () => {
  const lists = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  const objects = (depth: number) => `${'{"a":'.repeat(depth)}0${"}".repeat(depth)}`;

  test.each([lists, objects])(
    "parseStrictJson accepts nesting up to JSON_DEPTH_MAX and refuses one level more",
    (nested) => {
      expect(parse(nested(JSON_DEPTH_MAX))).toEqual(JSON.parse(nested(JSON_DEPTH_MAX)));
      expect(() => parse(nested(JSON_DEPTH_MAX + 1))).toThrow(invalid(/deep/));
    },
  );

  test.each(["[", '{"a":', lists(2_000_000)])(
    "parseStrictJson refuses extremely deep nesting without a stack overflow",
    (text) => {
      const deep = text.length > 10 ? text : text.repeat(1_000_000);
      expect(() => parse(deep)).toThrow(invalid(/deep/));
    },
  );

  test("parseStrictJson accepts many small objects side by side, and many brackets in a string", () => {
    const wide = `[${'[],{"a":[]},'.repeat(500)}"${"[{".repeat(500)}"]`;
    expect(parse(wide)).toEqual(JSON.parse(wide));
  });
});

test("parseStrictJson refuses bytes that are not UTF-8", () => {
  for (const bytes of [
    [0x22, 0xff, 0x22],
    [0x22, 0xc3],
    [0xed, 0xa0, 0x80],
  ])
    expect(() => parseStrictJson(Buffer.from(bytes))).toThrow(invalid(/UTF-8/));
});

test("parseStrictJson parses a long string of backslashes and quotes in linear time", () => {
  const text = JSON.stringify({ a: '\\"'.repeat(1_000_000), b: "\\".repeat(1_000_000) });
  expect(parse(text)).toEqual(JSON.parse(text));
});
