import { expect, test } from "@jest/globals";
import { medianInterval } from "./statistics.ts";

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

test.each([
  [5, [1, 5]],
  [6, [1, 6]],
  [10, [2, 9]],
  [20, [6, 15]],
] as const)("The 95 %% interval of the median of %i ordered samples is %j", (count, range) => {
  expect(medianInterval(upTo(count).toReversed())).toEqual(range);
});
