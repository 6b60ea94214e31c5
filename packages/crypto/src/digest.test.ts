import { expect, test } from "@jest/globals";
import { constantTimeEqual, sha256Hex } from "./digest.ts";

test("FIPS 180-4: SHA-256 of abc", () => {
  const digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  expect(sha256Hex("abc")).toBe(digest);
  expect(sha256Hex(Buffer.from("abc"))).toBe(digest);
});

test.each([
  ["ab", "ab", true],
  ["ab", "ac", false],
  ["ab", "abc", false],
  ["", "", true],
])("%p and %p are equal: %p", (left, right, equal) => {
  expect(constantTimeEqual(Buffer.from(left), Buffer.from(right))).toBe(equal);
});
