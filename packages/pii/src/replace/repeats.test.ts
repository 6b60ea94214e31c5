import { describe, expect, test } from "@jest/globals";
import { findRepeats, knownPersons } from "./repeats.ts";

function repeats(text: string, ...persons: string[]): string[] {
  return findRepeats(text, knownPersons([persons])).map(({ start, end }) => text.slice(start, end));
}

test.each([
  ["Chidi Okafor", "Later Okafor moved", ["Okafor"]],
  ["Waltraud Pfannenstiel", "Pfannenstiel hat geschrieben", ["Pfannenstiel"]],
  ["Khalid al-Harbi", "dass al-Harbi den Vertrag", ["al-Harbi"]],
  ["Anna Weber", "Anna kam, Weber kam", ["Anna", "Weber"]],
])(
  "When %s is found, then the surname on its own is found too, listed or not: %j",
  (person, text, expected) => {
    expect(repeats(text, person)).toEqual(expected);
  },
);

test.each([
  ["Angela Merkels Rede", "Die Rede war lang, eine Rede"],
  ["Kyle Password", "Password: x"],
  ["Anna Richtung", "in Richtung Bonn"],
  ["Anna userName", "userName"],
  ["Peter Koch", "Koch gesucht"],
])("When %s is found, then everyday words in the name are not searched for: %j", (person, text) => {
  expect(repeats(text, person)).toEqual([]);
});

describe("The surname of a person with a title", () => {
  const titled = (text: string, ...surnames: string[]) =>
    findRepeats(text, knownPersons([], [], [surnames])).map(({ start, end }) =>
      text.slice(start, end),
    );

  test.each([
    "dann hat Koch gekündigt",
    "Wir haben Koch gemahnt",
    "I told Koch about it",
    "laut Koch, der",
  ])("the surname of a titled person is found although it is also a word: %j", (text) => {
    expect(titled(text, "Koch")).toEqual(["Koch"]);
  });

  test.each([
    "der Koch kam",
    "er arbeitet als Koch",
    "Koch gesucht",
    "Das war gut. Koch werden ist schwer",
    "the cook and Kochbuch",
  ])("the word is not found where it is not a surname: %j", (text) => {
    expect(titled(text, "Koch")).toEqual([]);
  });

  test("a word after a title is not found if it cannot be a name", () => {
    expect(titled("in Minister und Präsidentin", "Minister", "Präsidentin")).toEqual([]);
  });
});

test("When a person was found with less confidence, then the surname is searched for only if a list has it", () => {
  const known = knownPersons([["Illyrische Fustanella", "Anna Weber"]], []);
  const text = "mit Fustanella, Weber";
  expect(findRepeats(text, known).map(({ start, end }) => text.slice(start, end))).toEqual([
    "Weber",
  ]);
});
