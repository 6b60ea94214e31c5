import { entityTypeOf, NOT_REDACTED_BY_DEFAULT } from "@veil/contracts/entities";
import type { JudgedText } from "../corpus/corpus-text.ts";
import { lettersIn } from "./letters.ts";
import { fScore, type Ratio, ratio } from "./ratio.ts";

export interface RedactionScores {
  readonly recall: Ratio;
  readonly precision: Ratio;
  readonly f2: Ratio;
}

/**
 * Scores letters and digits, ignoring types. For precision, those in optional spans are correct.
 */
export function scoreRedaction(texts: readonly JudgedText[]): RedactionScores {
  let [inGold, covered, inFindings, justified] = [0, 0, 0, 0];
  for (const { text, gold, predicted } of texts) {
    const findings = lettersIn(text, predicted);
    const required = lettersIn(
      text,
      gold.filter((span) => !span.optional),
    );
    const allowed = lettersIn(text, gold);
    inGold += required.size;
    covered += common(required, findings);
    inFindings += findings.size;
    justified += common(findings, allowed);
  }
  const recall = ratio(covered, inGold);
  const precision = ratio(justified, inFindings);
  return { recall, precision, f2: fScore(precision, recall, 2) };
}

/**
 * Makes spans optional that the default policy leaves in a text, and removes findings of their
 * types.
 */
export function underDefaultPolicy(texts: readonly JudgedText[]): readonly JudgedText[] {
  return texts.map((text) => ({
    ...text,
    gold: text.gold.map((span) => ({ ...span, optional: span.optional || isLeft(span.type) })),
    predicted: text.predicted.filter(({ type }) => !isLeft(type)),
  }));
}

function isLeft(type: string): boolean {
  const known = entityTypeOf(type);
  return known !== undefined && NOT_REDACTED_BY_DEFAULT.has(known);
}

function common(some: ReadonlySet<number>, others: ReadonlySet<number>): number {
  let count = 0;
  for (const at of some) if (others.has(at)) count += 1;
  return count;
}
