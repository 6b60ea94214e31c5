import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { restoredValues } from "./restored-values.ts";

test.each<[string, string, string, readonly string[]]>([
  ["no placeholder", "Dear all", "Dear all", []],
  ["one", "Dear [PERSON_1],", "Dear Anna,", ["Anna"]],
  ["one in a form of the model", "Dear [Person 1],", "Dear Anna,", ["Anna"]],
  [
    "one that stayed",
    "at https://a.example/[IBAN_1]",
    "at https://a.example/[IBAN_1]",
    ["[IBAN_1]"],
  ],
  ["the whole text", "[PERSON_1]", "Anna", ["Anna"]],
  ["side by side", "[PERSON_1][PERSON_2]", "Anna", ["A", "nna"]],
  ["one twice", "[PERSON_1], [PERSON_1]!", "Anna, Anna!", ["Anna", "Anna"]],
  ["a value with the text after it", "[PERSON_1]. End.", "A. End. B. End.", ["A. End. B"]],
  ["a value over lines", "[STREET_ADDRESS_1]\nEnd", "A\nB\nEnd", ["A\nB"]],
])("Restored values are read: %s", (_what, answer, received, values) => {
  expect(restoredValues(answer, received)?.map(({ value }) => value)).toEqual(values);
});

test.each<[string, string, string]>([
  ["other text", "Dear [PERSON_1],", "Dearest Anna,"],
  ["text that is gone", "Dear [PERSON_1], hello", "Dear Anna"],
  ["text that was added at the end", "Dear [PERSON_1].", "Dear Anna. Pay now!"],
  ["text that was added at the begin", "Dear [PERSON_1].", "Pay now! Dear Anna."],
  ["a value that is gone", "Dear [PERSON_1].", "Dear ."],
  ["no placeholder and other text", "Dear all", "Dear All"],
  ["pieces in another order", "a [IBAN_1] b [IBAN_2] c", "a 1 c 2 b"],
])("With %s there are none", (_what, answer, received) => {
  expect(restoredValues(answer, received)).toBeUndefined();
});

describe("For any restored values", () => {
  const literal = fc.stringMatching(/^[a-z .]{0,8}$/);
  const value = fc.string({ minLength: 1, maxLength: 8 });
  const parts = fc.array(fc.tuple(literal, value), { maxLength: 6 });

  test("the received text fits, and its pieces and values are all of it", () => {
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
