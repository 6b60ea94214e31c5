import { expect, test } from "@jest/globals";
import { systemRandomBytes } from "./random.ts";

test("systemRandomBytes returns buffers of the requested lengths with different bytes", () => {
  const sizes = Array.from({ length: 3_000 }, (_, at) => 12 + (at % 53));
  const draws = sizes.map((size) => systemRandomBytes(size));
  expect(draws.map(({ length }) => length)).toEqual(sizes);
  expect(new Set(draws.map((bytes) => bytes.toString("hex", 0, 12))).size).toBe(sizes.length);
});

test("systemRandomBytes returns buffers that share no memory", () => {
  const [first, second] = [systemRandomBytes(32), systemRandomBytes(32)];
  const before = second.toString("hex");
  first.fill(0);
  expect(second.toString("hex")).toBe(before);
});

test.each([0, 1, 4_095, 4_096, 4_097, 100_000])(
  "systemRandomBytes(%p) returns random bytes up to the last one",
  (size) => {
    const draws = Array.from({ length: 64 }, () => systemRandomBytes(size));
    const first = draws.map((bytes) => bytes[0]);
    const last = draws.map((bytes) => bytes[size - 1]);
    expect(draws.every(({ length }) => length === size)).toBe(true);
    for (const seen of [first, last])
      expect(new Set(seen).size).toBeGreaterThanOrEqual(size === 0 ? 1 : 20);
  },
);
