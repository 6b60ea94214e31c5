import type { PiiEngine } from "@veil/pii";
import { overlaps } from "@veil/pii/spans";
import type { CorpusText } from "../eval/corpus/corpus-text.ts";
import { lettersIn } from "../eval/measures/letters.ts";
import { excerptOf } from "../eval/output/excerpt.ts";
import { type RedactionInContext, redactionsIn } from "../false-positives/redactions.ts";

/** The kinds of values that labels state. All types of numbers count as ID. */
export const LABEL_KINDS = ["ID", "SECRET", "USERNAME", "AGE"] as const;
export type LabelKind = (typeof LABEL_KINDS)[number];

export interface LabelScore {
  readonly gold: number;
  /** The number of values whose letters and digits are all replaced, as any type. */
  readonly covered: number;
  /** The number of values that are replaced with exact bounds and the right kind. */
  readonly exact: number;
  readonly predicted: number;
  /** The number of replacements of this kind that overlap no annotated value. */
  readonly wrong: number;
  readonly errors: readonly string[];
}

type Tally = { -readonly [Key in keyof LabelScore]: LabelScore[Key] } & { errors: string[] };

/**
 * Matches types whose findings are not judged, because the corpus does not annotate these types.
 */
const NOT_LABELED =
  /^(?:PERSON|EMAIL|PHONE|STREET_ADDRESS|POSTAL_CODE|LOCATION|ORGANIZATION|DATE_OF_BIRTH|DATE_TIME|URL|IP_ADDRESS|MAC_ADDRESS|.*_LICENSE_PLATE)$/;

/** Scores how well the default policy replaces the labeled values in the texts, by kind. */
export function judgeLabels(
  texts: readonly CorpusText[],
  engine: PiiEngine,
): ReadonlyMap<LabelKind, LabelScore> {
  const tallies = new Map(LABEL_KINDS.map((kind) => [kind, emptyTally()]));
  for (const text of texts) {
    const replaced = redactionsIn(engine, text.text);
    for (const [kind, tally] of tallies) judgeText(text, replaced, kind, tally);
  }
  return tallies;
}

export function recallOfLabels({ gold, covered }: LabelScore): number {
  return gold === 0 ? 0 : covered / gold;
}

export function precisionOfLabels({ predicted, wrong }: LabelScore): number {
  return predicted === 0 ? 0 : (predicted - wrong) / predicted;
}

function judgeText(
  text: CorpusText,
  replaced: readonly RedactionInContext[],
  kind: LabelKind,
  tally: Tally,
): void {
  const ofKind = replaced.filter(({ type }) => kindOf(type) === kind);
  const covered = lettersIn(text.text, replaced);
  for (const span of text.gold) {
    if (span.optional || kindOf(span.type) !== kind) continue;
    tally.gold += 1;
    if (ofKind.some(({ start, end }) => start === span.start && end === span.end)) tally.exact += 1;
    if ([...lettersIn(text.text, [span])].every((at) => covered.has(at))) tally.covered += 1;
    else tally.errors.push(`${text.id} missed ${excerptOf(text.text, span)}`);
  }
  tally.predicted += ofKind.length;
  for (const one of ofKind) {
    if (text.gold.some((span) => overlaps(span, one))) continue;
    tally.wrong += 1;
    tally.errors.push(`${text.id} wrong ${one.type} ${one.excerpt}`);
  }
}

function kindOf(type: string): LabelKind | undefined {
  if (type === "SECRET" || type === "USERNAME" || type === "AGE") return type;
  return NOT_LABELED.test(type) ? undefined : "ID";
}

function emptyTally(): Tally {
  return { gold: 0, covered: 0, exact: 0, predicted: 0, wrong: 0, errors: [] };
}

export function sumOf(scores: readonly LabelScore[]): LabelScore {
  const sum = emptyTally();
  for (const score of scores) {
    sum.gold += score.gold;
    sum.covered += score.covered;
    sum.exact += score.exact;
    sum.predicted += score.predicted;
    sum.wrong += score.wrong;
    sum.errors.push(...score.errors);
  }
  return sum;
}
