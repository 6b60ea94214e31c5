import { expect, test } from "@jest/globals";
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
  "Of %s a surname alone is found again, whether a list has it or not: %j",
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
])("Of %s nothing that may be an everyday word: %j", (person, text) => {
  expect(repeats(text, person)).toEqual([]);
});

test("The surname of a person who may be none is looked for only where a list has it", () => {
  const known = knownPersons([["Illyrische Fustanella", "Anna Weber"]], []);
  const text = "mit Fustanella, Weber";
  expect(findRepeats(text, known).map(({ start, end }) => text.slice(start, end))).toEqual([
    "Weber",
  ]);
});
