import { entityTypeOf } from "@veil/contracts/entities";
import type { PredictedSpan } from "@veil/pii-lab/measures";

/**
 * Creates a span. Its exact type matters only for the two types that are not redacted by default.
 */
export function foundSpan(start: number, end: number, type: string): PredictedSpan {
  return { start, end, type: entityTypeOf(type) ?? "ID_NUMBER", score: 1 };
}
