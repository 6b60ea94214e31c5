import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { weighedBatches } from "./http-signing.ts";

const bounds = { weightOf: (value: number) => value, maxWeight: 10, maxCount: 3 };

test("weighedBatches keeps all values in order, and no batch is too heavy or too long", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 15 })), (values) => {
      const batches = weighedBatches(values, bounds);
      expect(batches.flat()).toEqual(values);
      for (const batch of batches) {
        const weight = batch.reduce((sum, value) => sum + value, 0);
        expect(batch.length === 1 || (weight <= 10 && batch.length <= 3)).toBe(true);
      }
    }),
  );
});

test("weighedBatches puts consecutive values that fit into one batch", () => {
  expect(weighedBatches([5, 5, 1, 1, 1, 1, 20, 1], bounds)).toEqual([
    [5, 5],
    [1, 1, 1],
    [1],
    [20],
    [1],
  ]);
});
