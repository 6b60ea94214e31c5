import { expect, test } from "@jest/globals";
import { constantTimeEqual, hmacSha256, sha256Hex } from "./digest.ts";

test("sha256Hex returns the published hash of abc (FIPS 180-4)", () => {
  const digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  expect(sha256Hex("abc")).toBe(digest);
  expect(sha256Hex(Buffer.from("abc"))).toBe(digest);
});

test("hmacSha256 returns the published MAC of RFC 4231, test case 2", () => {
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
])("constantTimeEqual of %p and %p returns %p", (left, right, equal) => {
  expect(constantTimeEqual(Buffer.from(left), Buffer.from(right))).toBe(equal);
});
