import { entityTypeOf } from "@veil/contracts/entities";
import type { PredictedSpan } from "@veil/pii-lab/measures";

/** A peer's finding. What kinds of its own it has does not matter, except the two that are left by default. */
export function foundSpan(start: number, end: number, type: string): PredictedSpan {
  return { start, end, type: entityTypeOf(type) ?? "ID_NUMBER", score: 1 };
}
