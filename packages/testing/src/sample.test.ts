import { afterEach, expect, test } from "@jest/globals";
import { sampleOf } from "./sample.ts";

const ALL = Array.from({ length: 50 }, (_each, at) => at);
const SIZE = 5;

const given = process.env["VEIL_TEST_SAMPLE"];
afterEach(() => {
  if (given === undefined) delete process.env["VEIL_TEST_SAMPLE"];
  else process.env["VEIL_TEST_SAMPLE"] = given;
});

function sampleWith(seed: string, key = "text"): readonly number[] {
  process.env["VEIL_TEST_SAMPLE"] = seed;
  return sampleOf(ALL, SIZE, key);
}

test("sampleOf returns the same sample for the same seed and key, and different samples for others", () => {
  expect(sampleWith("7")).toEqual(sampleWith("7"));
  expect(new Set(sampleWith("7")).size).toBe(SIZE);
  expect(sampleWith("8")).not.toEqual(sampleWith("7"));
  expect(sampleWith("7", "other text")).not.toEqual(sampleWith("7"));
});

test("sampleOf covers all items with enough different seeds", () => {
  const seen = new Set(Array.from({ length: 200 }, (_each, at) => sampleWith(String(at))).flat());
  expect(seen.size).toBe(ALL.length);
});

test("sampleOf returns all items if the seed is `all`", () => {
  expect(sampleWith("all")).toEqual(ALL);
});

test("sampleOf throws for an invalid seed", () => {
  expect(() => sampleWith("many")).toThrow(/must be a number, or `all`/);
});
