import { expect, test } from "@jest/globals";
import { missCategories } from "./miss-categories.ts";

const categories = missCategories((word) => word === "Anna");
const of = (text: string, value: string) => {
  const start = text.indexOf(value);
  const place = {
    text: { id: "1", language: undefined, text, gold: [], predicted: [] },
    start,
    end: start + value.length,
  };
  return categories.map((group) =>
    group.filter(({ holds }) => holds(place)).map(({ title }) => title),
  );
};

test.each([
  ["I met Anna today", "Anna", "one word", "capitalized", "inside a sentence", "every word"],
  [
    "Hi. Anna Weber is in",
    "Anna Weber",
    "two words",
    "capitalized",
    "begins a sentence",
    "some words",
  ],
  [
    "Hi\n  anna weber \nBye",
    "anna weber",
    "two words",
    "lower case",
    "alone on its line",
    "no word",
  ],
  [
    "Dear ANNA M. WEBER,",
    "ANNA M. WEBER",
    "three words or more",
    "all capitals",
    "inside a sentence",
    "no word",
  ],
  ["“Leon d'Arc”", "Leon d'Arc", "two words", "other case", "begins a sentence", "no word"],
])(
  "In %j, the value %j is in the categories: %s, %s, %s, %s in a name list",
  (text, value, length, letters, place, known) => {
    expect(of(text, value)).toEqual([[length], [letters], [place], [`${known} in a name list`]]);
  },
);
