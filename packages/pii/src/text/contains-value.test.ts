import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { containsValue } from "./contains-value.ts";

test.each([
  ["Anna Weber", "Dr. ANNA  weber", true],
  ["Anna Weber", "Joanna Weber", false],
  ["Anna Weber", "Weber, Anna", false],
  ["anna@example.org", "<Anna@Example.org>", true],
  ["anna@example.org", "joanna@example.org", false],
  ["Straße 1", "STRASSE 1", true],
  ["Straße 1", "Straße 12", false],
  ["Müller", "Mu\u0308ller", true],
])("containsValue(%j) returns for %j: %p", (value, text, contained) => {
  expect(containsValue(value)(text)).toBe(contained);
});

const values = fc.string({ unit: "grapheme" }).filter((value) => /\S/u.test(value));

test("A text contains each value that stands in it between other words", () => {
  fc.assert(
    fc.property(values, fc.string(), (value, other) => {
      expect(containsValue(value)(`${other} ${value} ${other}`)).toBe(true);
    }),
  );
});
