import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { isEntry, scan } from "./automaton.ts";
import { buildAutomaton } from "./build-automaton.ts";
import { foldText, foldToString } from "./folded-text.ts";
import { isBoundary } from "./word-units.ts";

function matches(entries: readonly string[], text: string): [string, number][] {
  const sorted = [...new Set(entries)].sort();
  const found: [string, number][] = [];
  scan(buildAutomaton(sorted), foldText(text), (entry, start) => {
    found.push([sorted[entry] ?? "", start]);
  });
  return found;
}

/** Finds by brute force the matches that the automaton must find. */
function expected(entries: readonly string[], text: string): [string, number][] {
  const found: [string, number][] = [];
  const at = (index: number) => (index in [...text] ? text.charCodeAt(index) : 0x20);
  for (let end = 1; end <= text.length; end += 1) {
    const ending = entries.filter((entry) => {
      const start = end - entry.length;
      return (
        start >= 0 &&
        text.startsWith(entry, start) &&
        isBoundary(at(start - 1), at(start)) &&
        isBoundary(at(end - 1), at(end))
      );
    });
    const [longest] = ending.sort((a, b) => b.length - a.length);
    if (longest !== undefined) found.push([longest, end - longest.length]);
  }
  return found;
}

const letters = fc.string({
  unit: fc.constantFrom("a", "b", "-", "."),
  minLength: 1,
  maxLength: 5,
});
const words = fc.array(fc.constantFrom("a", "b", "ab", "a b", "b a", "a b a", "-a", "b-"), {
  minLength: 1,
  maxLength: 5,
});
const texts = fc.string({ unit: fc.constantFrom("a", "b", "-", ".", "x"), maxLength: 40 });
const prose = fc
  .array(fc.constantFrom("a", "b", "ab", "-", "x"), { maxLength: 20 })
  .map((parts) => parts.join(" "));

test("The automaton finds the same as a search for every entry at every place", () => {
  fc.assert(
    fc.property(fc.array(letters, { minLength: 1, maxLength: 8 }), texts, (entries, text) => {
      expect(matches(entries, text)).toEqual(expected(entries, text));
    }),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(words, prose, (entries, text) => {
      expect(matches(entries, text)).toEqual(expected(entries, text));
    }),
    { numRuns: 500 },
  );
});

test("isEntry is true for whole entries, not for their prefixes or suffixes", () => {
  const automaton = buildAutomaton(["ab", "abc", "b"]);
  expect(
    ["a", "ab", "abc", "abcd", "b", "c", ""].filter((text) => isEntry(automaton, text)),
  ).toEqual(["ab", "abc", "b"]);
});

test.each([
  ["Straße", "STRASSE"],
  ["Jose\u0301", "José"],
  ["Ａｎｎａ　Ｋｏｃｈ", "anna \u00a0\n koch "],
  ["O’Brien", "o'brien"],
  ["ﬁn", "fin"],
  ["An\u200bna\u00ad", "Anna"],
  ["Σίσυφος", "ΣΊΣΥΦΟΣ"],
  ["𝐀nna", "anna"],
  ["a\u2010b", "a-b"],
])("%j and %j fold to the same text", (a, b) => {
  expect(foldToString(a)).toBe(foldToString(b));
});

test.each([
  ["Bär", "Bar"],
  ["ab", "a b"],
  ["x2", "x 2"],
])("%j and %j fold to different texts", (a, b) => {
  expect(foldToString(a)).not.toBe(foldToString(b));
});

test("When a text has lone surrogates, then folding removes them", () => {
  expect(foldToString("a\ud800b\udc00")).toBe("ab");
});
