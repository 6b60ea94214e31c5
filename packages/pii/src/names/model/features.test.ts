/** @slow tries thousands of random texts */
import { expect, test } from "@jest/globals";
import { anyCharacter } from "@veil/testing/text";
import fc from "fast-check";
import { tinyLexicon } from "../../../test/tiny-model.ts";
import { tokenize } from "../tokens/tokenize.ts";
import { Tokens } from "../tokens/tokens.ts";
import {
  extractFeatures,
  FEATURE_BITS,
  haveSameFeatures,
  LEXICAL_POSITIONS,
  MAX_FEATURES,
} from "./features.ts";

const lexicon = tinyLexicon();

function featuresOf(text: string, row: number, tokens = new Tokens()): number[] {
  const out = new Int32Array(MAX_FEATURES);
  tokenize(text, lexicon, tokens);
  const count = extractFeatures(tokens, row, out);
  return [...out.slice(0, count)];
}

test("When `Tokens` is reused for another text, then the same token has the same features", () => {
  const used = new Tokens();
  featuresOf("another text, much longer than the next one\nwith lines", 3, used);
  expect(featuresOf("Frau Koch rief an", 1, used)).toEqual(featuresOf("Frau Koch rief an", 1));
});

test("A token's features do not depend on other lines", () => {
  expect(featuresOf("Hallo\nFrau Koch\nrief an", 2)).toEqual(featuresOf("Nein\nFrau Koch\nX", 2));
});

test("A token's features depend on a word five places away, but not six", () => {
  const [near, other] = ["a b c d e Koch", "x b c d e Koch"].map((text) => featuresOf(text, 5));
  expect(near).not.toEqual(other);
  expect(featuresOf("a b c d e f Koch", 6)).toEqual(featuresOf("x b c d e f Koch", 6));
});

test("Two unlisted words of the same form differ in all lexical features", () => {
  const [koch, other] = ["Frau Kochel", "Frau Kechal"].map((text) => featuresOf(text, 1));
  for (const position of LEXICAL_POSITIONS) expect(koch?.[position]).not.toBe(other?.[position]);
});

test("For every text, features are rows of the weight table, at most the maximum number per token", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 60 }), (text) => {
      const tokens = new Tokens();
      const out = new Int32Array(MAX_FEATURES);
      tokenize(`Anna ${text}`, lexicon, tokens);
      for (let row = 0; row < tokens.count; row += 1) {
        const count = extractFeatures(tokens, row, out);
        expect(count).toBeLessThanOrEqual(MAX_FEATURES);
        for (const feature of out.slice(0, count)) {
          expect(feature).toBeGreaterThanOrEqual(0);
          expect(feature).toBeLessThan(2 ** FEATURE_BITS);
        }
      }
    }),
  );
});

test("When `haveSameFeatures` returns true for two tokens, then their features are the same", () => {
  const unit = fc.constantFrom(
    "Anna",
    "anna",
    "Koch",
    "O",
    "'",
    "-",
    ".",
    ",",
    " ",
    "\n",
    "1",
    "der",
  );
  let same = 0;
  fc.assert(
    fc.property(fc.array(unit, { minLength: 6, maxLength: 12 }), (units) => {
      const tokens = new Tokens();
      const [first = "", ...rest] = units;
      tokenize(`${units.join("").repeat(3)}${first}x${rest.join("").repeat(2)}`, lexicon, tokens);
      const features = Array.from({ length: tokens.count }, (_row, row) => {
        const out = new Int32Array(MAX_FEATURES);
        return out.slice(0, extractFeatures(tokens, row, out)).join();
      });
      for (let a = 0; a < tokens.count; a += 1)
        for (let b = 0; b < a; b += 1) {
          if (!haveSameFeatures(tokens, a, b)) continue;
          same += 1;
          expect(features[a]).toBe(features[b]);
        }
    }),
  );
  expect(same).toBeGreaterThan(0);
});
