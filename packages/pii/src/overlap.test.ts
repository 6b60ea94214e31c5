import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Finding } from "./finding.ts";
import { createCoverage, resolveOverlaps } from "./overlap.ts";

const finding = (start: number, end: number, more: Partial<Finding> = {}): Finding => ({
  start,
  end,
  type: "PERSON",
  confidence: 0.5,
  recognizer: "test",
  ...more,
});

const findings = fc.array(
  fc
    .record({
      start: fc.nat(60),
      length: fc.nat(20),
      confidence: fc.float({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ start, length, confidence }) => finding(start, start + length, { confidence })),
);

test("When findings overlap, then they become one that covers all, with the type of the longest one", () => {
  const url = finding(0, 30, { type: "URL" });
  const email = finding(10, 25, { type: "EMAIL", confidence: 1 });
  const phone = finding(28, 40, { type: "PHONE" });
  expect(resolveOverlaps([email, phone, url])).toEqual([{ ...url, end: 40 }]);
});

test("When overlapping findings are equally long, then the more confident one gives the type", () => {
  const card = finding(5, 21, { type: "CREDIT_CARD", confidence: 0.99 });
  const phone = finding(5, 21, { type: "PHONE", confidence: 0.8 });
  expect(resolveOverlaps([phone, card])).toEqual([card]);
});

test("When text like a placeholder is only part of a value, then the value gives the type; when it contains the value, then LITERAL is the type", () => {
  const literal = finding(0, 10, { type: "LITERAL", confidence: 0 });
  const ssn = finding(8, 17, { type: "US_SSN" });
  expect(resolveOverlaps([literal, ssn])).toEqual([{ ...ssn, start: 0 }]);
  expect(resolveOverlaps([finding(8, 10, { type: "AGE" }), literal])).toEqual([literal]);
});

test("When findings only touch, then they stay separate, and empty findings are removed", () => {
  const [a, b] = [finding(0, 5), finding(5, 9)];
  expect(resolveOverlaps([b, finding(7, 7), a])).toEqual([a, b]);
});

test("The resolved findings are disjoint, in order, and cover exactly the given findings", () => {
  fc.assert(
    fc.property(findings, (found) => {
      const resolved = resolveOverlaps(found);
      for (const [index, { start }] of resolved.entries())
        expect(start).toBeGreaterThanOrEqual(resolved[index - 1]?.end ?? 0);
      expect(covered(resolved)).toEqual(covered(found));
    }),
  );
});

function covered(found: readonly Finding[]): number[] {
  const places = found.flatMap(({ start, end }) =>
    Array.from({ length: end - start }, (_, index) => start + index),
  );
  return [...new Set(places)].sort((a, b) => a - b);
}

test("When findings that another one covers and outranks are left out, then the result is the same", () => {
  const anyFindings = fc
    .tuple(findings, fc.array(fc.constantFrom<Finding["type"]>("PERSON", "URL", "LOCATION", "AGE")))
    .map(([list, types]) => list.map((it, index) => ({ ...it, type: types[index] ?? it.type })));
  let leftOut = 0;
  fc.assert(
    fc.property(anyFindings, anyFindings, (first, others) => {
      const found = resolveOverlaps(first);
      const isCovered = createCoverage(found);
      const ordered = [...others].sort((a, b) => a.start - b.start);
      const left = ordered.filter(({ start, end, confidence }) => {
        return !isCovered(start, end, confidence);
      });
      leftOut += ordered.length - left.length;
      expect(resolveOverlaps([...found, ...left])).toEqual(resolveOverlaps([...found, ...ordered]));
    }),
  );
  expect(leftOut).toBeGreaterThan(0);
});
