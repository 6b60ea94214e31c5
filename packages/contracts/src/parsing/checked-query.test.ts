import { expect, test } from "@jest/globals";
import { Type } from "typebox";
import { checkedQuery } from "./checked-query.ts";

const parse = checkedQuery(
  Type.Object(
    {
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90 })),
      type: Type.Optional(Type.String({ pattern: "^[A-Z]+$" })),
    },
    { additionalProperties: false },
  ),
);

test("Integers are read from their decimal texts, and texts stay texts", () => {
  expect(parse({})).toEqual({});
  expect(parse({ days: "7", type: "A" })).toEqual({ days: 7, type: "A" });
});

test.each([
  ["0", /days/],
  ["91", /days/],
  ["-1", /days/],
  ["1.5", /"days" must be an integer/],
  ["1e1", /"days" must be an integer/],
  ["0x10", /"days" must be an integer/],
  [" 7", /"days" must be an integer/],
  ["", /"days" must be an integer/],
  ["9".repeat(400), /"days" must be an integer/],
  [["7", "7"], /"days" must be an integer/],
])("days=%j is refused", (days, message) => {
  expect(() => parse({ days })).toThrow(message);
});

test("An unknown parameter, or a repeated text, is refused without being repeated in the error", () => {
  expect(() => parse({ Weber: "1" })).toThrow("The body has an unknown field");
  expect(() => parse({ type: ["A", "B"] })).toThrow(/"type" must be a string/);
});
