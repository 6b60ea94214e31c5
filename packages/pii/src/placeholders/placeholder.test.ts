import { describe, expect, test } from "@jest/globals";
import { findLookalikes, findPlaceholders, formatPlaceholder } from "./placeholder.ts";

const read = (text: string) =>
  findPlaceholders(text).map(({ start, end, placeholder }) => [
    text.slice(start, end),
    placeholder,
  ]);

describe("Placeholders as models rewrite them", () => {
  test.each([
    ["[PERSON_1]", "[PERSON_1]"],
    ["[person_1]", "[PERSON_1]"],
    ["[Person 1]", "[PERSON_1]"],
    ["[ PERSON_1 ]", "[PERSON_1]"],
    ["[PERSON _ 1]", "[PERSON_1]"],
    ["[PERSON-1]", "[PERSON_1]"],
    ["[PERSON\u00a01]", "[PERSON_1]"],
    ["［PERSON_1］", "[PERSON_1]"],
    ["【PERSON_1】", "[PERSON_1]"],
    ["\\[PERSON\\_1\\]", "[PERSON_1]"],
    ["\\\\[PERSON\\\\_1\\\\]", "[PERSON_1]"],
    ["[PERSON\\_1]", "[PERSON_1]"],
    ["%5BPERSON_1%5D", "[PERSON_1]"],
    ["PERSON_1", "[PERSON_1]"],
    ["PERSON\\_1", "[PERSON_1]"],
    ["[PERSON_10]", "[PERSON_10]"],
    ["[Credit Card 2]", "[CREDIT_CARD_2]"],
    ["[US-SSN-1]", "[US_SSN_1]"],
    ["[DATE\\_OF\\_BIRTH\\_3]", "[DATE_OF_BIRTH_3]"],
    ["[LITERAL_4]", "[LITERAL_4]"],
  ])("%j is read as %s", (written, placeholder) => {
    expect(read(`a ${written}, b`)).toEqual([[written, placeholder]]);
  });

  test.each([
    ["[[PERSON_1]]", "[PERSON_1]"],
    ["[PERSON_1", "PERSON_1"],
    ["PERSON_1]", "PERSON_1"],
    ["(PERSON_1)", "PERSON_1"],
    ["{PERSON_1}", "PERSON_1"],
    ["<PERSON_1>", "PERSON_1"],
    ["**PERSON_1**", "PERSON_1"],
    ["\\[PERSON_1]", "[PERSON_1]"],
    ["PERSON_1's", "PERSON_1"],
  ])("In %j, only %j is the placeholder", (text, written) => {
    expect(read(text).map(([found]) => found)).toEqual([written]);
  });
});

describe("Text that is not a placeholder", () => {
  test.each([
    "person 1",
    "person_1",
    "Person_1",
    "PERSON 1",
    "PERSON-1",
    "XPERSON_1",
    "PERSON_1X",
    "PERSON_1_2",
    "MY_PERSON_1",
    "[PERSON]",
    "[PERSON_]",
    "[PERSON_x]",
    "[THING_1]",
    "[REDACTED:EMAIL]",
    "[REDACTED:PERSON_1X]",
    "[PERSON_1234567]",
    "%5BPERSON 1",
  ])("%j is not read as a placeholder", (text) => {
    expect(read(text)).toEqual([]);
  });
});

test("When text is read as a placeholder in some context, then it is a look-alike in every context", () => {
  for (const written of [
    "[person 1]",
    "\\[PERSON\\_1\\]",
    "%5BPERSON_1%5D",
    "PERSON_1",
    "［PERSON_1］",
  ])
    for (const text of [written, `x${written}y`, `_${written}_`, `[${written}]`])
      expect(
        findLookalikes(text).some(({ start, end }) => text.slice(start, end).includes("1")),
      ).toBe(true);
});

test("A placeholder consists of its type and its number", () => {
  expect(formatPlaceholder("CREDIT_CARD", 12)).toBe("[CREDIT_CARD_12]");
});
