import { expect, test } from "@jest/globals";
import { titledSurnames } from "./titled-surnames.ts";

function surnames(text: string, person: string, type: "PERSON" | "ORGANIZATION" = "PERSON") {
  const start = text.indexOf(person);
  const span = { start, end: start + person.length };
  return titledSurnames(text, [{ ...span, type, confidence: 0.9, recognizer: "words" }]);
}

test.each([
  ["Herr Koch kam", "Koch"],
  ["an Herrn Dr. Koch", "Koch"],
  ["mit Frau Anna Koch", "Anna Koch"],
  ["saw Mr. Koch", "Mr. Koch"],
  ["saw Dr. Anna Koch", "Dr. Anna Koch"],
  ["Prof. Dr. Koch", "Koch"],
])("When a person has a title, then the surname is returned: %j", (text, person) => {
  expect(surnames(text, person)).toEqual(["Koch"]);
});

test.each([
  ["Anna Koch kam", "Anna Koch"],
  ["Herr KOCH kam", "KOCH"],
  ["Der Koch kam", "Koch"],
  ["Herr K. kam", "K."],
  ["778 ms Koch", "Koch"],
])("In %j no surname is returned", (text, person) => {
  expect(surnames(text, person)).toEqual([]);
});

test("When the finding is an organization, then no surname is returned", () => {
  expect(surnames("Dr. Oetker", "Oetker", "ORGANIZATION")).toEqual([]);
});
