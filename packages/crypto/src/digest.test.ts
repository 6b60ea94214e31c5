import { expect, test } from "@jest/globals";
import { constantTimeEqual, hmacSha256, sha256Hex } from "./digest.ts";

test("FIPS 180-4: SHA-256 of abc", () => {
  const digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  expect(sha256Hex("abc")).toBe(digest);
  expect(sha256Hex(Buffer.from("abc"))).toBe(digest);
});

test("RFC 4231, test case 2", () => {
  const mac = hmacSha256(Buffer.from("Jefe"), "what do ya want for nothing?");
  expect(mac.toString("hex")).toBe(
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  );
});

test.each([
  ["ab", "ab", true],
  ["ab", "ac", false],
  ["ab", "abc", false],
  ["", "", true],
])("%p and %p are equal: %p", (left, right, equal) => {
  expect(constantTimeEqual(Buffer.from(left), Buffer.from(right))).toBe(equal);
});
