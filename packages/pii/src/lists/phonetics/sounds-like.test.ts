import { describe, expect, test } from "@jest/globals";
import type { Language } from "@veil/contracts/sanitiser";
import { doubleMetaphone, koelner } from "./sound-codes.ts";
import { areVariants, soundOf } from "./sounds-like.ts";

describe("Phonetic codes", () => {
  test.each([
    ["Müller-Lüdenscheidt", "65752682"],
    ["Wikipedia", "3412"],
    ["Breschnew", "17863"],
    ["Meyer", "67"],
    ["Çelik", "854"],
    ["", ""],
    ["王", ""],
  ])("The code of %s by Kölner Phonetik is %j", (word, code) => {
    expect(koelner(word)).toBe(code);
  });

  test.each([
    ["Smith", ["SM0", "XMT"]],
    ["Weber", ["APR", "FPR"]],
    ["Clark", ["KLRK"]],
    ["Жуков", [""]],
  ])("The codes of %s by double metaphone are %j", (word, codes) => {
    expect(doubleMetaphone(word)).toEqual(codes);
  });

  test("The codes cover only the beginning of a word that is longer than any name", () => {
    for (const codesOf of [koelner, doubleMetaphone])
      expect(codesOf("schx".repeat(250_000))).toEqual(codesOf("schx".repeat(16)));
  });
});

const VARIANTS: readonly [Language, string][] = [
  ["de", "Meyer Maier Mayer Meier Mayr Mair Meir MEYER"],
  ["de", "Müller Mueller Müler"],
  ["de", "Schmidt Schmitt Schmid Schmied Schmit"],
  ["de", "Hoffmann Hofmann Hoffman Hofman"],
  ["de", "Schulz Schultz"],
  ["de", "Weiß Weiss Weis Waiss"],
  ["de", "Fischer Vischer Fisher"],
  ["de", "Bauer Baur"],
  ["de", "Becker Bäcker Bekker"],
  ["de", "Kaiser Keiser Kayser Caiser"],
  ["de", "Stefan Stephan"],
  ["de", "Maierhofer Mayrhofer Meyerhofer"],
  ["en", "Smith Smyth Smithe"],
  ["en", "Clark Clarke"],
  ["en", "Stephens Stevens"],
  ["en", "Stephen Steven"],
  ["en", "Reid Reed Read"],
  ["en", "Moore More Moor"],
  ["en", "Brown Browne Braun"],
  ["en", "Allen Allan Alan"],
  ["en", "Philips Phillips Philipps"],
  ["en", "Kelly Kelley Kellie"],
  ["en", "Catherine Katherine"],
  ["en", "Gray Grey"],
  ["en", "Stewart Stuart"],
  ["en", "Anderson Andersen"],
  ["en", "Meyer Mayer Maier Mayr"],
];

const OTHERS: readonly [Language, string, string][] = [
  ["de", "Meyer", "Meer Mauer Moor Mohr Meiner Neuer Müller Mir Muhr"],
  ["de", "Müller", "Möller Miller Maler Mühle"],
  ["de", "Beck", "Pech Back Bach Bock"],
  ["de", "Weber", "Feber Wäsche Fieber Weberei"],
  ["de", "Winter", "Finder Wunder Windel"],
  ["de", "Sauer", "Schauer Zauber"],
  ["de", "Hahn", "Hamm Huhn Hohn Hain"],
  ["de", "Bach", "Back Bau"],
  ["de", "Koch", "Gog Kuh"],
  ["de", "Kaiser", "Geiser Kieser Kasse"],
  ["en", "Smith", "Schmidt Smooth"],
  ["en", "Brown", "Brain Brian Bruin"],
  ["en", "Baker", "Packer Biker Booker"],
  ["en", "Ford", "Word Fraud Fiord"],
  ["en", "Meyer", "Meer Mare Moore"],
];

const soundsLike = (language: Language) => (a: string, b: string) =>
  areVariants(soundOf(a), soundOf(b), [language]);

test.each(VARIANTS)("In %s, these are spellings of one name: %s", (language, names) => {
  const [first = "", ...others] = names.split(" ");
  expect(others.filter((other) => !soundsLike(language)(first, other))).toEqual([]);
});

test.each(OTHERS)("In %s, %s is a different name from each of: %s", (language, name, others) => {
  expect(others.split(" ").filter((other) => soundsLike(language)(name, other))).toEqual([]);
});
