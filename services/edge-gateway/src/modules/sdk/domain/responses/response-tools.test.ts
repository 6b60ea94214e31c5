import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { argumentsOf, inputOf } from "./response-tools.ts";

test("inputOf returns each text for which argumentsOf made the arguments", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (input) => {
      expect(inputOf(argumentsOf(input))).toBe(input);
    }),
  );
});

test.each([
  ["arguments that break off", '{"input":"*** Begin'],
  ["arguments without the member", '{"patch":"a"}'],
  ["a member that is no string", '{"input":["a"]}'],
  ["a list", '["a"]'],
  ["no arguments", ""],
])("inputOf returns %s as the model wrote them", (_what, json) => {
  expect(inputOf(json)).toBe(json);
});

test("inputOf returns the member of arguments that have others too", () => {
  expect(inputOf('{"path":"b", "input":"a"}')).toBe("a");
});
