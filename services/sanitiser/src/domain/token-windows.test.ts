import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { tokenWindows } from "./token-windows.ts";

test("Every word counts once, and no window has more tokens than it may", () => {
  const lengths = fc.array(fc.integer({ min: 0, max: 10 }), { maxLength: 200 });
  fc.assert(
    fc.property(lengths, fc.integer({ min: 10, max: 40 }), (given, most) => {
      let counted = 0;
      for (const { from, to, countsFrom, countsTo } of tokenWindows(given, most)) {
        expect(countsFrom).toBe(counted);
        expect(from).toBeLessThanOrEqual(countsFrom);
        expect(countsTo).toBeGreaterThan(countsFrom);
        expect(countsTo).toBeLessThanOrEqual(to);
        expect(given.slice(from, to).reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(
          most,
        );
        counted = countsTo;
      }
      expect(counted).toBe(given.length);
    }),
  );
});

test("A short text is one window", () => {
  expect(tokenWindows([1, 2, 3], 10)).toEqual([{ from: 0, to: 3, countsFrom: 0, countsTo: 3 }]);
  expect(tokenWindows([], 10)).toEqual([]);
});
