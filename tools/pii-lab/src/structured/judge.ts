import { DEFAULT_THRESHOLDS, ENTITY_TYPES, type EntityType } from "@veil/contracts/entities";
import type { PiiEngine } from "@veil/pii";
import type { CorpusText } from "../eval/corpus/corpus-text.ts";
import { excerptOf } from "../eval/output/excerpt.ts";

export interface Score {
  readonly gold: number;
  readonly found: number;
  readonly predicted: number;
  readonly errors: readonly string[];
}

type Tally = { -readonly [Key in keyof Score]: Score[Key] } & { readonly errors: string[] };

const SHOWN = 8;

/**
 * Scores the findings above the default threshold, by type. Only findings with exact bounds and
 * type count as found; other findings lower the precision.
 */
export function judge(
  texts: readonly CorpusText[],
  engine: PiiEngine,
): ReadonlyMap<EntityType, Score> {
  const types = ENTITY_TYPES.filter((type) =>
    texts.some(({ gold }) => gold.some((span) => span.type === type)),
  );
  const tallies = new Map(types.map((type) => [type, emptyTally()]));
  for (const text of texts) judgeText(text, engine, tallies);
  return tallies;
}

function judgeText(
  { text, language, gold }: CorpusText,
  engine: PiiEngine,
  tallies: ReadonlyMap<EntityType, Tally>,
): void {
  const findings = engine.find(text, {
    keep: ({ type, confidence }) => confidence >= (DEFAULT_THRESHOLDS[type] ?? 0),
    ...(language !== undefined && { language }),
  });
  const keys = new Set(findings.map(keyOf));
  const goldKeys = new Set(gold.map(keyOf));
  for (const [type, tally] of tallies) {
    for (const span of gold.filter((one) => one.type === type)) {
      tally.gold += 1;
      if (keys.has(keyOf(span))) tally.found += 1;
      else note(tally, `missed ${excerptOf(text, span)}, found ${described(text, findings)}`);
    }
    for (const finding of findings.filter((one) => one.type === type)) {
      tally.predicted += 1;
      if (!goldKeys.has(keyOf(finding)))
        note(tally, `wrong ${excerptOf(text, finding)} by ${finding.recognizer}`);
    }
  }
}

export function precisionOf({ found, predicted }: Score): number {
  return predicted === 0 ? 0 : found / predicted;
}

export function recallOf({ gold, found }: Score): number {
  return gold === 0 ? 0 : found / gold;
}

function emptyTally(): Tally {
  return { gold: 0, found: 0, predicted: 0, errors: [] };
}

function note(tally: Tally, error: string): void {
  if (tally.errors.length < SHOWN) tally.errors.push(error);
}

function keyOf({ type, start, end }: { type: string; start: number; end: number }): string {
  return `${type} ${start} ${end}`;
}

function described(
  text: string,
  findings: readonly { type: string; start: number; end: number }[],
): string {
  return findings
    .map(({ type, start, end }) => `${type} ${JSON.stringify(text.slice(start, end))}`)
    .join(", ");
}
