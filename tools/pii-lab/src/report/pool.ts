import type { JudgedText } from "../eval/corpus/corpus-text.ts";
import type { EvalPolicy } from "../eval/eval-policy.ts";
import { under } from "../eval/evaluate.ts";
import { personPrecisionOverlap } from "../eval/measures/person-precision.ts";
import type { Ratio } from "../eval/measures/ratio.ts";
import { type RedactionScores, scoreRedaction } from "../eval/measures/redaction-scores.ts";
import {
  countTypes,
  sumOfCounts,
  type TypeCounts,
  type TypeScores,
  typeScores,
} from "../eval/measures/type-scores.ts";
import type { MeasuredSet } from "../eval/report/measured-set.ts";
import { developmentSets, type MeasuredRelease } from "./measured-release.ts";

/** Texts of several sets, in one language or in all, treated as one set. */
export interface Pool {
  readonly sets: readonly MeasuredSet[];
  readonly language: JudgedText["language"];
}

export interface NamedPool {
  readonly title: string;
  readonly pool: Pool;
}

/** Returns a pool for each origin and language that has texts. */
export function namedPools(measured: MeasuredRelease): readonly NamedPool[] {
  const byLanguage = (origin: string, sets: readonly MeasuredSet[]): readonly NamedPool[] => [
    { title: `English, ${origin} sets`, pool: { sets, language: "en" } },
    { title: `German, ${origin} sets`, pool: { sets, language: "de" } },
  ];
  return [
    ...byLanguage("committed", measured.committed),
    ...byLanguage("development", developmentSets(measured)),
  ].filter(({ pool }) => textsOf(pool, "all").length > 0);
}

/**
 * Returns scores by our type names. Counts a type only in sets that annotate it, because in
 * other sets a finding of that type may be right.
 */
export function pooledTypes(pool: Pool, policy: EvalPolicy): ReadonlyMap<string, TypeScores> {
  const counts = new Map<string, TypeCounts[]>();
  for (const set of pool.sets) {
    const texts = under(policy, textsIn(set, policy, pool));
    for (const [kind, count] of countTypes(texts, set.names))
      if (count.gold > 0) counts.set(kind, [...(counts.get(kind) ?? []), count]);
  }
  return new Map(
    [...counts]
      .map(([kind, all]) => [kind, typeScores(sumOfCounts(all))] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

export function pooledRedaction(pool: Pool, policy: EvalPolicy): RedactionScores {
  return scoreRedaction(under(policy, textsOf(pool, policy)));
}

/**
 * Returns the share of PERSON findings that overlap a person or an optional span, in sets that
 * annotate persons.
 */
export function pooledPersonPrecision({ sets, language }: Pool, policy: EvalPolicy): Ratio {
  const withPersons = sets.filter(({ all }) => (all.evaluation.types["PERSON"]?.gold ?? 0) > 0);
  return personPrecisionOverlap(textsOf({ sets: withPersons, language }, policy));
}

export function textsOf(pool: Pool, policy: EvalPolicy): readonly JudgedText[] {
  return pool.sets.flatMap((set) => textsIn(set, policy, pool));
}

function textsIn(set: MeasuredSet, policy: EvalPolicy, { language }: Pool): readonly JudgedText[] {
  const { texts } = set[policy];
  return language === undefined ? texts : texts.filter((text) => text.language === language);
}
