import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { canonicalJson, type JsonValue, rememberedCanonical } from "./canonical-json.ts";
import { sha256Hex } from "./digest.ts";

const vectors = path.resolve(import.meta.dirname, "../test/vectors/jcs");
const read = (file: string) => readFileSync(path.join(vectors, file), "utf8");

describe("RFC 8785", () => {
  test.each(["arrays", "french", "structures", "unicode", "values", "weird"])(
    "canonicalJson writes the published vector %s byte for byte",
    (name) => {
      const canonical = canonicalJson(JSON.parse(read(`input/${name}.json`)) as JsonValue);
      const hex = read(`outhex/${name}.txt`).replaceAll(/\s/g, "");
      expect(Buffer.from(canonical).toString("hex")).toBe(hex);
      expect(canonical).toBe(read(`output/${name}.json`));
    },
  );

  test.each([
    ["4340000000000001", "9007199254740994"],
    ["444b1ae4d6e2ef50", "1e+21"],
    ["3eb0c6f7a0b5ed8d", "0.000001"],
    ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
    ["8000000000000000", "0"],
    ["0000000000000001", "5e-324"],
    ["7fefffffffffffff", "1.7976931348623157e+308"],
  ])("canonicalJson writes the number with the bits %s as %s", (bits, text) => {
    expect(canonicalJson(Buffer.from(bits, "hex").readDoubleBE())).toBe(text);
  });
});

describe("canonicalJson", () => {
  test("canonicalJson of any JSON value parses to the same value, and is unchanged when canonicalized again", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const canonical = canonicalJson(value as JsonValue);
        expect(JSON.parse(canonical)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(canonical) as JsonValue)).toBe(canonical);
      }),
    );
  });

  test("canonicalJson does not depend on the order in which members were added", () => {
    const members = fc.dictionary(fc.string({ unit: "grapheme" }), fc.integer());
    fc.assert(
      fc.property(members, (value) => {
        const reversed = Object.fromEntries(Object.entries(value).reverse());
        expect(sha256Hex(canonicalJson(reversed))).toBe(sha256Hex(canonicalJson(value)));
      }),
    );
  });

  test("canonicalJson keeps a member named __proto__", () => {
    const value = JSON.parse('{"b":1,"__proto__":{"a":2}}') as JsonValue;
    expect(canonicalJson(value)).toBe('{"__proto__":{"a":2},"b":1}');
  });

  test.each([
    ["NaN", Number.NaN],
    ["an infinity", Number.NEGATIVE_INFINITY],
    ["a lone surrogate", "a\ud800"],
    ["a lone surrogate in a name", { "\udc00": 1 }],
    ["undefined", undefined],
    ["an undefined member", { a: undefined }],
    ["a hole in an array", new Array(2)],
    ["a function", () => 1],
    ["a bigint", 1n],
    ["a date", new Date(0)],
    ["a map", new Map([["a", 1]])],
    ["bytes", Buffer.from("a")],
  ])("canonicalJson throws a TypeError for %s", (_what, value) => {
    expect(() => canonicalJson(value as JsonValue)).toThrow(TypeError);
  });
});

describe("Remembered canonical texts", () => {
  test("canonicalJson returns the same text with and without remembered parts", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const part = { value } as { readonly value: JsonValue };
        const whole = { z: [part, part], a: part, "\u20ac": 1 };
        const texts = new WeakMap<object, string>();
        expect(rememberedCanonical(part, texts)).toBe(canonicalJson(part));
        expect(canonicalJson(whole, texts)).toBe(canonicalJson(whole));
        expect(rememberedCanonical(whole, texts)).toBe(rememberedCanonical(whole, texts));
      }),
    );
  });

  test("canonicalJson does not use the remembered text of another object, even if it is equal", () => {
    const texts = new WeakMap<object, string>([[{ a: 1 }, "another text"]]);
    expect(canonicalJson({ a: 1 }, texts)).toBe('{"a":1}');
  });
});
