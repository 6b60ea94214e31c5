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

test("A query parameter is parsed if the schema says integer, and stays a string if it says string", () => {
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
])("the query days=%j is refused for an integer from 1 to 90", (days, message) => {
  expect(() => parse({ days })).toThrow(message);
});

test("An unknown or duplicate parameter is refused, and the error does not contain its name or value", () => {
  expect(() => parse({ Weber: "1" })).toThrow("The body has an unknown field");
  expect(() => parse({ type: ["A", "B"] })).toThrow(/"type" must be a string/);
});
