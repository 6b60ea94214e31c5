import type { JudgedText } from "../corpus/corpus-text.ts";
import type { TypeNames } from "../corpus/type-names.ts";
import { lettersIn } from "./letters.ts";
import { fScore, type Ratio, ratio } from "./ratio.ts";
import { overlapsAny } from "./spans.ts";

export interface TypeScores {
  readonly gold: number;
  /** Precision, recall and F1 count a finding as correct only if bounds and type are exact. */
  readonly precision: Ratio;
  readonly recall: Ratio;
  readonly f1: Ratio;
  /** The share of gold spans that overlap a finding of any type. */
  readonly flagged: Ratio;
  /** The share of gold spans whose letters and digits are all in findings of any type. */
  readonly covered: Ratio;
}

/** Numbers of spans and findings of one type. */
export interface TypeCounts {
  gold: number;
  predicted: number;
  exact: number;
  flagged: number;
  covered: number;
}

const WHAT_IS_COUNTED = ["gold", "predicted", "exact", "flagged", "covered"] as const;

export interface AllTypeScores {
  readonly types: Readonly<Record<string, TypeScores>>;
  readonly all: TypeScores;
}

/**
 * Returns scores by type name. A finding that overlaps an optional span does not count as a
 * prediction, but it can flag or cover a gold span.
 */
export function scoreTypes(texts: readonly JudgedText[], names: TypeNames): AllTypeScores {
  const kinds = countTypes(texts, names);
  const types = [...kinds].map(
    ([kind, counts]) => [names.nameOf(kind), typeScores(counts)] as const,
  );
  const all = typeScores(sumOfCounts([...kinds.values()]));
  return { types: Object.fromEntries(types.sort(byName)), all };
}

/** Returns the counts by kind, as `names` defines kinds. */
export function countTypes(
  texts: readonly JudgedText[],
  names: TypeNames,
): ReadonlyMap<string, TypeCounts> {
  const kinds = new Map<string, TypeCounts>();
  const count = (kind: string, what: keyof TypeCounts) => {
    const counts = kinds.get(kind) ?? noCounts();
    counts[what] += 1;
    kinds.set(kind, counts);
  };
  for (const text of texts) countText(text, names, count);
  return kinds;
}

export function sumOfCounts(counts: readonly TypeCounts[]): TypeCounts {
  const sum = noCounts();
  for (const each of counts) for (const what of WHAT_IS_COUNTED) sum[what] += each[what];
  return sum;
}

function countText(
  { text, gold, predicted }: JudgedText,
  { kindOfGold, kindOfFinding }: TypeNames,
  count: (kind: string, what: keyof TypeCounts) => void,
): void {
  const optional = gold.filter((span) => span.optional);
  const claims = new Set<string>();
  for (const span of predicted) {
    if (overlapsAny(span, optional)) continue;
    const kind = kindOfFinding(span.type);
    count(kind, "predicted");
    claims.add(claim(span, kind));
  }
  const found = lettersIn(text, predicted);
  for (const span of gold) {
    if (span.optional) continue;
    const kind = kindOfGold(span.type);
    count(kind, "gold");
    // Deletes the claim, so that one finding matches only one of two equal annotations.
    if (claims.delete(claim(span, kind))) count(kind, "exact");
    if (overlapsAny(span, predicted)) count(kind, "flagged");
    if ([...lettersIn(text, [span])].every((at) => found.has(at))) count(kind, "covered");
  }
}

function claim({ start, end }: { start: number; end: number }, kind: string): string {
  return `${start}-${end} ${kind}`;
}

export function typeScores({ gold, predicted, exact, flagged, covered }: TypeCounts): TypeScores {
  const precision = ratio(exact, predicted);
  const recall = ratio(exact, gold);
  return {
    gold,
    precision,
    recall,
    f1: fScore(precision, recall, 1),
    flagged: ratio(flagged, gold),
    covered: ratio(covered, gold),
  };
}

function noCounts(): TypeCounts {
  return { gold: 0, predicted: 0, exact: 0, flagged: 0, covered: 0 };
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
