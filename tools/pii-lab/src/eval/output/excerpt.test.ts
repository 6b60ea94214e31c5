import { expect, test } from "@jest/globals";
import { excerptOf } from "./excerpt.ts";

test("An excerpt is a single line in which code points replace invisible characters", () => {
  const text = "to a\u202Eb\u{E0041}\n  c";
  expect(excerptOf(text, { start: 3, end: text.length })).toBe("to ⟦a\\u{202e}b\\u{e0041} c⟧");
});
