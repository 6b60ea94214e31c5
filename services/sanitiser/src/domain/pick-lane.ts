import type { PiiLane } from "../ports.ts";

/** A lane, and up to which length of a body it is for. */
export interface LaneOfSize {
  readonly lane: PiiLane;
  readonly belowBytes: number;
}

/** The first lane that takes bodies of this length: long ones never stand in the way of short ones. */
export function pickLane(lanes: readonly LaneOfSize[], lengthBytes: number): PiiLane {
  const found = lanes.find(({ belowBytes }) => lengthBytes < belowBytes);
  if (found === undefined) throw new Error("No lane takes a body of that length");
  return found.lane;
}
