import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { ANY, beginsLinkWord, HUMAN } from "./link-words.ts";

/** A word for each alternative of the patterns. */
const WORDS =
  `wohne wohnhaft wohnsitz zuhause gemeldet ansässig geborene gebürtig geb. aufgewachsen stamme stammt
  stammen arbeite arbeitet arbeitest angestellte beschäftigt umgezogen zieht zog heimatstadt reside resident residence
  born birthplace hometown raised grew_up growing_up grown_up work works working employed relocate commuting domiciled
  native originally emigrated immigrated live lived living from based moved moving lebe lebt leben kommt komme`
    .split(/\s+/)
    .map((word) => word.replace("_", " "));
const SEPARATORS = [..." .,-_(\n1äßαſ\u212a\u0301", "\u{1d49c}", "\ud835", "un", "A"];

/** Words in capitals, cut off, with other letters that have the same upper case, or as they are. */
const anyWord = fc
  .tuple(fc.constantFrom(...WORDS), fc.nat(12), fc.nat(3))
  .map(([word, cut, form]) => {
    if (form === 0) return word.toUpperCase();
    if (form === 1) return word.slice(0, cut);
    return form === 2 ? word.replaceAll("s", "ſ").replaceAll("k", "\u212a") : word;
  });
const anyText = fc
  .array(fc.oneof(anyWord, fc.constantFrom(...SEPARATORS), fc.string({ unit: "grapheme" })))
  .map((parts) => parts.join(""));

test("When a pattern matches a part of a text, then one of its words begins in that part", () => {
  fc.assert(
    fc.property(anyText, fc.nat(20), fc.nat(20), (text, from, cut) => {
      const to = text.length - cut;
      const part = text.slice(from, Math.max(from, to));
      if (HUMAN.test(part) || ANY.test(part)) expect(beginsLinkWord(text, from, to)).toBe(true);
    }),
    { numRuns: 3000 },
  );
});

test.each(WORDS)("%s is found as a link word and matches a pattern", (word) => {
  const text = `${word} aus Bonn`;
  expect(HUMAN.test(text) || ANY.test(text)).toBe(true);
  expect(beginsLinkWord(text, 0, text.length)).toBe(true);
});

test.each(["", "und in der Stadt auf", "the fork", "reworked", "Anfrom", "wor", "zo"])(
  "When no link word begins in %j, then none is found",
  (text) => {
    expect(beginsLinkWord(text, 0, text.length)).toBe(false);
  },
);

test("Text outside the part counts only as the rest of a word that begins in the part", () => {
  expect(beginsLinkWord("from Leeds", 1, 10)).toBe(false);
  expect(beginsLinkWord("in Leeds from", 0, 9)).toBe(false);
  expect(beginsLinkWord("in Leeds from", 0, 12)).toBe(true);
});
