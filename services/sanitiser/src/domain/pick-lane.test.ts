import { expect, test } from "@jest/globals";
import type { PiiLane } from "../ports.ts";
import { pickLane } from "./pick-lane.ts";

const lane = (name: string): PiiLane => ({
  name,
  sanitise: async (body) => body,
  pending: () => 0,
  close: async () => {},
});
const lanes = [
  { lane: lane("inline"), belowBytes: 10 },
  { lane: lane("small"), belowBytes: 100 },
  { lane: lane("large"), belowBytes: Number.POSITIVE_INFINITY },
];

test.each([
  [0, "inline"],
  [9, "inline"],
  [10, "small"],
  [99, "small"],
  [100, "large"],
  [6_000_000, "large"],
])("A body of %d bytes goes to the lane %s", (length, name) => {
  expect(pickLane(lanes, length).name).toBe(name);
});

test("A body that no lane takes is refused", () => {
  expect(() => pickLane(lanes.slice(0, 2), 100)).toThrow();
});
