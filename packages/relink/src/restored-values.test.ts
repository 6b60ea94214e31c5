import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { restoredValues } from "./restored-values.ts";

test.each<[string, string, string, readonly string[]]>([
  ["no placeholder", "Dear all", "Dear all", []],
  ["one placeholder", "Dear [PERSON_1],", "Dear Anna,", ["Anna"]],
  ["a placeholder that the model changed", "Dear [Person 1],", "Dear Anna,", ["Anna"]],
  [
    "a placeholder that stayed",
    "at https://a.example/[IBAN_1]",
    "at https://a.example/[IBAN_1]",
    ["[IBAN_1]"],
  ],
  ["only a placeholder", "[PERSON_1]", "Anna", ["Anna"]],
  ["two adjacent placeholders", "[PERSON_1][PERSON_2]", "Anna", ["A", "nna"]],
  ["the same placeholder twice", "[PERSON_1], [PERSON_1]!", "Anna, Anna!", ["Anna", "Anna"]],
  ["a value that contains the text after it", "[PERSON_1]. End.", "A. End. B. End.", ["A. End. B"]],
  ["a value of several lines", "[STREET_ADDRESS_1]\nEnd", "A\nB\nEnd", ["A\nB"]],
])("Finds the restored values when the answer has %s", (_what, answer, received, values) => {
  expect(restoredValues(answer, received)?.map(({ value }) => value)).toEqual(values);
});

test.each<[string, string, string]>([
  ["text that differs", "Dear [PERSON_1],", "Dearest Anna,"],
  ["text that is missing", "Dear [PERSON_1], hello", "Dear Anna"],
  ["text that was added at the end", "Dear [PERSON_1].", "Dear Anna. Pay now!"],
  ["text that was added at the beginning", "Dear [PERSON_1].", "Pay now! Dear Anna."],
  ["a value that is missing", "Dear [PERSON_1].", "Dear ."],
  ["text that differs, without a placeholder", "Dear all", "Dear All"],
  ["pieces in another order", "a [IBAN_1] b [IBAN_2] c", "a 1 c 2 b"],
])("Returns undefined for %s", (_what, answer, received) => {
  expect(restoredValues(answer, received)).toBeUndefined();
});

describe("For any restored values", () => {
  const literal = fc.stringMatching(/^[a-z .]{0,8}$/);
  const value = fc.string({ minLength: 1, maxLength: 8 });
  const parts = fc.array(fc.tuple(literal, value), { maxLength: 6 });

  test("for any restored values, the text between placeholders and the values found add up to the received text", () => {
    fc.assert(
      fc.property(parts, literal, (pairs, tail) => {
        const answer = pairs.map(([text], at) => `${text}[PERSON_${at + 1}]`).join("") + tail;
        const received = pairs.map(([text, own]) => text + own).join("") + tail;
        const restored = restoredValues(answer, received);
        expect(restored).toHaveLength(pairs.length);
        const again = pairs.map(([text], at) => text + restored?.[at]?.value).join("") + tail;
        expect(again).toBe(received);
      }),
    );
  });
});
