import { expect, test } from "@jest/globals";
import { anyCharacter } from "@veil/testing/text";
import fc from "fast-check";
import { codePointOffsets } from "./code-point-offsets.ts";

test("An offset in code points is converted to the same place in UTF-16", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter }),
      fc.string({ unit: anyCharacter }),
      (before, after) => {
        const offset = codePointOffsets(before + after)(Array.from(before).length);
        expect(offset).toBe(before.length);
      },
    ),
  );
});

test.each(["plain", "a😀b"])("An offset that is not in %j is undefined", (text) => {
  const offsets = codePointOffsets(text);
  for (const wrong of [-1, 0.5, Number.NaN, 100]) expect(offsets(wrong)).toBeUndefined();
});
