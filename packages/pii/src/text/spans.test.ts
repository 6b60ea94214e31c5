import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { firstEndingAfter, isInside, overlaps, type Span, touching } from "./spans.ts";

/** Generates disjoint spans in order from gaps and lengths; some spans are adjacent. */
const disjoint = fc
  .array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 4 })), { maxLength: 40 })
  .map((steps) => {
    let free = 0;
    return steps.map(([gap, length]): Span => {
      const start = free + gap;
      free = start + length;
      return { start, end: free };
    });
  });
const query = fc
  .tuple(fc.nat(200), fc.integer({ min: 1, max: 60 }))
  .map(([start, length]): Span => ({ start, end: start + length }));

test("The touching spans are those that a search over every code unit finds", () => {
  fc.assert(
    fc.property(disjoint, query, (spans, span) => {
      const shared = spans.filter(({ start, end }) => {
        for (let at = start; at < end; at += 1) if (at >= span.start && at < span.end) return true;
        return false;
      });
      expect(touching(spans, span)).toEqual(shared);
      expect(spans.filter((one) => overlaps(one, span))).toEqual(shared);
    }),
  );
});

test("The first span that ends after a position is the one that a linear search finds", () => {
  fc.assert(
    fc.property(disjoint, fc.nat(200), (spans, position) => {
      const found = spans.findIndex(({ end }) => end > position);
      expect(firstEndingAfter(spans, position)).toBe(found === -1 ? spans.length : found);
    }),
  );
});

test("A span is inside another when neither of its ends is outside", () => {
  const outer = { start: 3, end: 7 };
  expect([outer, { start: 4, end: 5 }].map((span) => isInside(span, outer))).toEqual([true, true]);
  expect([
    isInside({ start: 2, end: 5 }, outer),
    isInside({ start: 4, end: 8 }, outer),
    isInside({ start: 8, end: 9 }, outer),
  ]).toEqual([false, false, false]);
});
