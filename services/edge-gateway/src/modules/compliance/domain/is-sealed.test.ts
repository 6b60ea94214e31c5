import { expect, test } from "@jest/globals";
import { sealWithKey, systemRandomBytes } from "@veil/crypto";
import { isSealed } from "./is-sealed.ts";

const RUNS = 1_000;

test("a box of any content, also of no content, is sealed", () => {
  const key = systemRandomBytes(32);
  for (let run = 0; run < RUNS; run++) {
    const box = sealWithKey(key, Buffer.alloc(run % 3, "a"), "test");
    expect(isSealed(box)).toBe(true);
    expect(isSealed(box.subarray(0, 128))).toBe(true);
  }
});

test.each([
  ["ASCII", "Sehr geehrte Frau Weber, Ihre Rechnung"],
  ["JSON", '{"email":"anna.weber@example.org","name":"Anna"}'],
  ["umlauts", "Größe, Fälligkeit und Überweisung an Jürgen"],
  [
    "a character that was cut off",
    Buffer.from("Sehr geehrte Frau Weber, für Sie ü").subarray(0, -1),
  ],
  ["less than a box", "ann@example.org"],
])("a value with %s is not sealed", (_what, text) => {
  expect(isSealed(Buffer.from(text))).toBe(false);
});
