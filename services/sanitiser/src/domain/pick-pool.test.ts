import { expect, test } from "@jest/globals";
import type { PiiPool } from "../ports.ts";
import { pickPool } from "./pick-pool.ts";

const pool = (name: string): PiiPool => ({
  name,
  sanitise: async (body) => body,
  pending: () => 0,
  close: async () => {},
});
const pools = [
  { pool: pool("inline"), belowBytes: 10 },
  { pool: pool("small"), belowBytes: 100 },
  { pool: pool("large"), belowBytes: Number.POSITIVE_INFINITY },
];

test.each([
  [0, "inline"],
  [9, "inline"],
  [10, "small"],
  [99, "small"],
  [100, "large"],
  [6_000_000, "large"],
])("A body of %d bytes goes to the pool %s", (length, name) => {
  expect(pickPool(pools, length).name).toBe(name);
});

test("A body that is too long for every pool is refused", () => {
  expect(() => pickPool(pools.slice(0, 2), 100)).toThrow();
});
