import type { Span } from "@veil/pii/spans";
import type { JudgedText } from "../corpus/corpus-text.ts";
import type { TypeNames } from "../corpus/type-names.ts";
import { lettersIn } from "../measures/letters.ts";
import { overlapsAny } from "../measures/spans.ts";

/** A missed or partly missed span, or a false positive. */
export interface Miss extends Span {
  readonly kind: "missed" | "partly" | "false positive";
  readonly type: string;
  readonly text: JudgedText;
}

export function findMisses(texts: readonly JudgedText[], names: TypeNames): readonly Miss[] {
  return texts.flatMap((text) => [...missedIn(text, names), ...falsePositivesIn(text, names)]);
}

function missedIn(text: JudgedText, { kindOfGold, nameOf }: TypeNames): Miss[] {
  const found = lettersIn(text.text, text.predicted);
  return text.gold.flatMap((span): Miss[] => {
    if (span.optional) return [];
    if ([...lettersIn(text.text, [span])].every((at) => found.has(at))) return [];
    const kind = overlapsAny(span, text.predicted) ? "partly" : "missed";
    const { start, end } = span;
    return [{ kind, type: nameOf(kindOfGold(span.type)), text, start, end }];
  });
}

function falsePositivesIn(text: JudgedText, { nameOf, kindOfFinding }: TypeNames): Miss[] {
  return text.predicted
    .filter((span) => !overlapsAny(span, text.gold))
    .map(({ start, end, type }) => ({
      kind: "false positive",
      type: nameOf(kindOfFinding(type)),
      text,
      start,
      end,
    }));
}
