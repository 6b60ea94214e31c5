import { entityTypeOf } from "@veil/contracts/entities";
import type { JudgedText } from "../corpus/corpus-text.ts";
import { type Ratio, ratio } from "./ratio.ts";
import { overlapsAny } from "./spans.ts";

export function personPrecisionOverlap(texts: readonly JudgedText[]): Ratio {
  let [persons, right] = [0, 0];
  for (const { gold, predicted } of texts) {
    const welcome = gold.filter(
      ({ type, optional }) => optional || entityTypeOf(type) === "PERSON",
    );
    for (const span of predicted) {
      if (span.type !== "PERSON") continue;
      persons += 1;
      if (overlapsAny(span, welcome)) right += 1;
    }
  }
  return ratio(right, persons);
}
