import { expect, test } from "@jest/globals";
import { MANGLINGS, NOT_MANGLED } from "@veil/testing/manglings";
import { anyCharacter } from "@veil/testing/text";
import fc from "fast-check";
import { createEngine } from "./engine.ts";
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

test("In a sanitised text only issued placeholders are read, and restoring gives what was typed", () => {
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
