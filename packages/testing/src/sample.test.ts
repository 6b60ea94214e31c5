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

test("A seed repeats its sample; another seed, and another key, give another one", () => {
  expect(sampleWith("7")).toEqual(sampleWith("7"));
  expect(new Set(sampleWith("7")).size).toBe(SIZE);
  expect(sampleWith("8")).not.toEqual(sampleWith("7"));
  expect(sampleWith("7", "other text")).not.toEqual(sampleWith("7"));
});

test("Samples of many seeds together cover everything", () => {
  const seen = new Set(Array.from({ length: 200 }, (_each, at) => sampleWith(String(at))).flat());
  expect(seen.size).toBe(ALL.length);
});

test("With `all`, nothing is left out", () => {
  expect(sampleWith("all")).toEqual(ALL);
});

test("An invalid seed is refused", () => {
  expect(() => sampleWith("many")).toThrow(/must be a number, or `all`/);
});
