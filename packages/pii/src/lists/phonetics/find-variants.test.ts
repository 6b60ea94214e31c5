import { expect, test } from "@jest/globals";
import { findVariants, knownSounds } from "./find-variants.ts";

const found = (persons: readonly string[], text: string) =>
  findVariants(text, knownSounds(persons)).map(({ start, end }) => text.slice(start, end));

test.each<[string, readonly string[]]>([
  ["Danach rief Maier an.", ["Maier"]],
  ["Frau Mayr, Herr Meier und MAYER", ["Mayr", "Meier", "MAYER"]],
  ["Maiers Akte", ["Maiers"]],
  ["Das sagte Hans Maier.", ["Hans Maier"]],
  ["Peter Maier", ["Maier"]],
  ["Am Meer, an der Mauer, im Moor; eine Meise, Mähren, Mieter", []],
  ["Hans Meyer und Meyers", []],
  ["maier", []],
  ["Ich", []],
])("When Hans Meyer is known, then in %j these variants are found: %j", (text, expected) => {
  expect(found(["Dr. Hans Meyer"], text)).toEqual(expected);
});

test.each<[string, string, readonly string[]]>([
  ["John Smith", "Smyth's car, Smith, Smoothie, Smithers", ["Smyth"]],
  ["Catherine Clarke", "Ms Clark took a Clock to the Clerk", ["Clark"]],
  ["Anna Schmidt", "Die Schmidts und die Schmitts", ["Schmitts"]],
  ["Uwe Beck", "Pech gehabt, Back auf, Bäck", ["Bäck"]],
  ["Jo Li", "Lie Lee Lye", []],
])("When %s is known, then in %j these variants are found: %j", (person, text, expected) => {
  expect(found([person], text)).toEqual(expected);
});
