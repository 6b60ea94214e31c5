import { expect, test } from "@jest/globals";
import { SANITISER_MS_PER_KB, sanitiserDeadlineMs } from "./sanitiser-deadline.ts";

test.each([
  [0, 10_000, 10_000],
  [100_000, 10_000, 11_000],
  [4_000_000, 10_000, 50_000],
  [8_000_000, 10_000, 60_000],
])(
  "A text of %i bytes has the configured time and 10 ms for each kB, at most 60 s",
  (bytes, timeoutMs, deadlineMs) => {
    const timing = { timeoutMs, msPerKb: SANITISER_MS_PER_KB };
    expect(sanitiserDeadlineMs(bytes, timing)).toBe(deadlineMs);
  },
);
