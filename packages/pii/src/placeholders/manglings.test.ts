import { describe, expect, test } from "@jest/globals";
import { MANGLED_ENTRIES, MANGLINGS, NOT_MANGLED } from "@veil/testing/manglings";
import { anyCharacter } from "@veil/testing/text";
import fc from "fast-check";
import { relinkUnchecked } from "../replace/relink.ts";
import { findLookalikes, findPlaceholders } from "./placeholder.ts";
import { TYPE_WORDS } from "./type-words.ts";

const relinked = (text: string) => relinkUnchecked(MANGLED_ENTRIES, [text])[0];

describe.each(Object.entries(MANGLINGS))("When a model changes %s", (_kind, manglings) => {
  test.each(manglings)("When a model writes %j, then it is restored as %j", (written, restored) => {
    expect(relinked(`a ${written} b`)).toBe(`a ${restored} b`);
  });

  test.each(manglings)("When a user types %j, then it is protected as a literal", (written) => {
    expect(findLookalikes(`x${written}y`)).toHaveLength(1);
  });
});

test.each(NOT_MANGLED)("When a model writes %j, then nothing in it is restored", (text) => {
  expect(relinked(`a ${text} b`)).toBe(`a ${text} b`);
});

test.each(["$&", "$1 $`", "[PERSON_10]", "PERSON_10"])(
  "The value %j is restored unchanged",
  (value) => {
    const entries = [{ placeholder: "[PERSON_1]", value }, ...MANGLED_ENTRIES.slice(1)];
    expect(relinkUnchecked(entries, ["[PERSON_1], [Person 1's]"])).toEqual([
      `${value}, ${value}'s`,
    ]);
  },
);

test("Each type word stands for one type only", () => {
  const words = Object.values(TYPE_WORDS).flat();
  const letters = words.map((word) => word.replaceAll("_", ""));
  expect(new Set(letters).size).toBe(letters.length);
  for (const [type, own] of Object.entries(TYPE_WORDS))
    for (const word of own)
      expect(findPlaceholders(`[${word}_7]`).map(({ placeholder }) => placeholder)).toEqual([
        `[${type}_7]`,
      ]);
});

const written = fc.constantFrom(
  ...Object.values(MANGLINGS).flatMap((list) => list.map(([text]) => text)),
);
const pieces = fc.constantFrom(
  ..."[ ] \\ \\[ %5B %5D &#91; &#93; \\u005b PERSON Person Persona PERSON_ _ 1 10 s 's ’ \u0301 ＿ － ［ 】".split(
    " ",
  ),
  ...[" ", "\n", "\u200b", "é", "DATE_OF", "_BIRTH_1", "E", "MAIL"],
);
const typed = fc
  .array(fc.oneof(written, pieces, fc.string({ unit: anyCharacter, maxLength: 3 })), {
    maxLength: 10,
  })
  .map((list) => list.join(""));

test("In a text that a user types, everything that would be restored is protected", () => {
  fc.assert(
    fc.property(typed, (text) => {
      const literals = findLookalikes(text);
      for (const { start, end } of findPlaceholders(text)) {
        const inside = literals.filter((span) => span.start < end && start < span.end);
        expect(inside.length).toBeGreaterThan(0);
        expect(Math.min(...inside.map((span) => span.start))).toBeLessThanOrEqual(start);
        expect(Math.max(...inside.map((span) => span.end))).toBeGreaterThanOrEqual(end);
      }
    }),
    { numRuns: 2_000, seed: 1 },
  );
});
