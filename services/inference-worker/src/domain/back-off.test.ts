import { expect, test } from "@jest/globals";
import { backOffMs } from "./back-off.ts";

test.each([
  [1, undefined, 0, 0],
  [1, undefined, 0.5, 100],
  [2, undefined, 0.5, 200],
  [30, undefined, 1, 2_000],
  [1, 1_500, 0.5, 1_500],
  [1, 50, 0.5, 100],
  [1, 3_600_000, 0.5, 10_000],
])(
  "backOffMs: attempt %p with Retry-After %p and random value %p waits %p ms",
  (attempt, retryAfterMs, random, expected) => {
    expect(backOffMs(attempt, retryAfterMs, () => random)).toBe(expected);
  },
);
