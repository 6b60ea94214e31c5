import { expect, test } from "@jest/globals";
import { isInPhrase } from "./listed-things.ts";

/** Returns whether the name in angle brackets is part of the longer name of a thing. */
function isPart(marked: string): boolean {
  const start = marked.indexOf("<");
  return isInPhrase(marked.replace(/[<>]/g, ""), { start, end: marked.indexOf(">") - 1 });
}

test.each(["<Caesar> salad", "a <Caesar> salad, please", "Soup, <Caesar> salad"])(
  "In %j the marked name is part of the name of a thing",
  (marked) => {
    expect(isPart(marked)).toBe(true);
  },
);

test.each([
  "<Bonaire>, Sint Eustatius and Saba",
  "<Palestinian Territory>, Occupied",
  "Bonaire, Sint <Eustatius> and Saba",
  "Caesar, <salad>",
])(
  "In %j the marked name is not part of a thing's name, because no such name crosses a comma",
  (marked) => {
    expect(isPart(marked)).toBe(false);
  },
);
