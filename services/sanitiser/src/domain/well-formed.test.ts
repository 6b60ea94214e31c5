import { expect, test } from "@jest/globals";
import { wellFormed } from "./well-formed.ts";

test("A lone surrogate becomes one other character, and whole pairs stay", () => {
  expect(wellFormed("a\ud800b😀\udc00")).toBe("a\ufffdb😀\ufffd");
});
