import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { difference, intersection, intervals, sameIntervals, union } from "./intervals.ts";

const LIMIT = 40;
const set = fc
  .array(fc.tuple(fc.nat(LIMIT), fc.nat(LIMIT)), { maxLength: 6 })
  .map((pairs) => intervals(pairs.map(([from, until]) => ({ from, until }))));
type Numbers = ReturnType<typeof intervals<number>>;

const members = (numbers: Numbers) =>
  Array.from({ length: LIMIT }, (_, at) => at).filter((at) =>
    numbers.some(({ from, until }) => from <= at && at < until),
  );
const isSorted = (numbers: Numbers) =>
  numbers.every(({ from, until }, at) => from < until && (numbers[at - 1]?.until ?? -1) < from);

describe("Intervals", () => {
  test("union, intersection and difference of intervals equal those of their members, and stay sorted and disjoint", () => {
    fc.assert(
      fc.property(set, set, (a, b) => {
        const [inA, inB] = [members(a), members(b)];
        const results = [union(a, b), intersection(a, b), difference(a, b)];
        expect(results.every(isSorted)).toBe(true);
        expect(results.map(members)).toEqual([
          [...new Set([...inA, ...inB])].toSorted((x, y) => x - y),
          inA.filter((each) => inB.includes(each)),
          inA.filter((each) => !inB.includes(each)),
        ]);
      }),
    );
  });

  test("sameIntervals returns true if and only if the members are equal", () => {
    fc.assert(
      fc.property(set, set, (a, b) => {
        expect(sameIntervals(a, b)).toBe(String(members(a)) === String(members(b)));
      }),
    );
  });
});
