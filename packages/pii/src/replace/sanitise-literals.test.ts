import { expect, test } from "@jest/globals";
import { ENTITY_TYPES } from "@veil/contracts/entities";
import { MANGLINGS, NOT_MANGLED } from "@veil/testing/manglings";
import { anyCharacter } from "@veil/testing/text";
import fc from "fast-check";
import { createEngine } from "../engine.ts";
import { findPlaceholders, placeholderEntries, relinkUnchecked } from "./relink.ts";
import { sanitiseFields } from "./sanitise-fields.ts";

const engine = createEngine();
const typed = fc
  .array(
    fc.oneof(
      fc.constantFrom(...Object.values(MANGLINGS).flatMap((list) => list.map(([text]) => text))),
      fc.constantFrom(...NOT_MANGLED),
      fc.constantFrom("a@b.co", "[", "]", "\\", "&#91;", "&#93;", "%5B", "_", "s", " ", "\n", "1"),
      fc.string({ unit: anyCharacter, maxLength: 3 }),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(""));

test("In sanitised text only issued placeholders are found, and restoring them returns the original", () => {
  fc.assert(
    fc.property(typed, (original) => {
      const named = [{ name: "x", text: original }];
      const { fields } = sanitiseFields(engine, { fields: named });
      const text = fields[0]?.text ?? "";
      const issued = fields[0]?.redactions.map(({ placeholder }) => placeholder);
      expect(findPlaceholders(text).map(({ start, end }) => text.slice(start, end))).toEqual(
        issued,
      );
      expect(relinkUnchecked(placeholderEntries(named, fields), [text])).toEqual([original]);
    }),
    { numRuns: 1_000, seed: 1 },
  );
});

const VALUES = [
  "4012888888881881",
  "4012 8888 8888 1881",
  "536-90-4399",
  "DE89370400440532013000",
  "DE89 3704 0044 0532 0130 00",
  "+49 151 12345678",
  "+4915112345678",
  "(415) 555-0132",
  "86095742719",
  "AB123456C",
  "65170839J003",
  "1EG4-TE5-MK73",
  "84.41.17.6",
  "00:1b:44:11:3a:b7",
  "2001:db8::8a2e:370:7334",
];
const capitals = fc
  .array(fc.oneof(fc.constantFrom(...ENTITY_TYPES), fc.stringMatching(/^[A-Z]{1,9}$/)), {
    minLength: 1,
    maxLength: 3,
  })
  .map((words) => `${words.join("_")}_`);

test("When a value follows capitals and underscores, even in the form of a placeholder, then all of it is replaced as a value", () => {
  fc.assert(
    fc.property(fc.constantFrom(...VALUES), capitals, (value, prefix) => {
      const text = `Please read ${prefix}${value} today.`;
      const [field] = sanitiseFields(engine, { fields: [{ name: "x", text }] }).fields;
      expect(field?.text.replace(/\[\w+\]/g, "")).not.toMatch(/\d/);
      expect(field?.redactions.map(({ type }) => type)).not.toContain("LITERAL");
    }),
    { numRuns: 500, seed: 1 },
  );
});

test.each([
  ["SSN_536904399", "SSN_[US_SSN_1]"],
  ["[CARD_4012888888881881]", "[CARD_[CREDIT_CARD_1]]"],
  ["PERSON_4012888888881881", "PERSON_[CREDIT_CARD_1]"],
  ["CREDIT_CARD_536-90-4399", "[US_SSN_1]"],
  ["PERSON_536904", "[LITERAL_1]"],
])("sanitising turns %s into %s", (text, expected) => {
  expect(sanitiseFields(engine, { fields: [{ name: "x", text }] }).fields[0]?.text).toBe(expected);
});
