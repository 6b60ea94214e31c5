import { expect, test } from "@jest/globals";
import { wellFormed } from "./well-formed.ts";

test("A lone surrogate is replaced by U+FFFD, and a complete surrogate pair is unchanged", () => {
  expect(wellFormed("a\ud800b😀\udc00")).toBe("a\ufffdb😀\ufffd");
});
