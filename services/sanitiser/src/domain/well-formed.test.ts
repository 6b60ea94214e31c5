import { expect, test } from "@jest/globals";
import { wellFormed } from "./well-formed.ts";

test("Half a pair becomes one other character, and whole ones stay", () => {
  expect(wellFormed("a\ud800b😀\udc00")).toBe("a\ufffdb😀\ufffd");
});
