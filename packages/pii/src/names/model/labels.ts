import type { EntityType } from "@veil/contracts/entities";
import type { Span } from "../../text/spans.ts";
import { chainsOf } from "../tokens/chains.ts";
import type { Tokens } from "../tokens/tokens.ts";

/**
 * IOB labels: O for outside, and B (begin) and I (inside) for each type. The index of each B is
 * odd, and I of the same type follows it.
 */
export const LABELS = [
  "O",
  "B-PERSON",
  "I-PERSON",
  "B-LOCATION",
  "I-LOCATION",
  "B-ORGANIZATION",
  "I-ORGANIZATION",
] as const;
export const LABEL_COUNT = LABELS.length;

/** The index of the B label of each type; to the model, a street address is a place. */
const BEGINNINGS: Partial<Record<EntityType, number>> = {
  PERSON: 1,
  LOCATION: 3,
  STREET_ADDRESS: 3,
  ORGANIZATION: 5,
};

export interface LabeledSpan extends Span {
  readonly type: string;
}

/**
 * Returns whether the label `to` may follow `from`. An I may only follow B or I of the same type.
 */
export function mayFollow(from: number, to: number): boolean {
  return mayBegin(to) || from === to || from === to - 1;
}

/** Returns whether a chain may begin with the label: O or B. */
export function mayBegin(label: number): boolean {
  return label === 0 || label % 2 === 1;
}

/**
 * Labels each token by the first span that contains it, or otherwise by the first that overlaps it.
 * Returns indexes of {@link LABELS}. Types without labels become O, and after a non-candidate a
 * name begins again.
 */
export function labelTokens(tokens: Tokens, spans: readonly LabeledSpan[]): Int32Array {
  const labels = new Int32Array(tokens.count);
  const known = spans.filter(({ type }) => beginningOf(type) !== 0);
  const sorted = known.sort((a, b) => a.start - b.start || b.end - a.end);
  let next = 0;
  let open: LabeledSpan | undefined;
  for (let row = 0; row < tokens.count; row += 1) {
    next = firstOpen(sorted, next, tokens.start[row] ?? 0);
    const span = spanOf(tokens, row, sorted, next);
    if (span !== undefined) labels[row] = beginningOf(span.type) + (span === open ? 1 : 0);
    open = tokens.candidate[row] === 1 ? span : undefined;
  }
  beginChains(tokens, labels);
  return labels;
}

function beginChains(tokens: Tokens, labels: Int32Array): void {
  for (const { start } of chainsOf(tokens)) {
    const label = labels[start] ?? 0;
    if (!mayBegin(label)) labels[start] = label - 1;
  }
}

function firstOpen(spans: readonly LabeledSpan[], next: number, at: number): number {
  let first = next;
  while ((spans[first]?.end ?? Number.POSITIVE_INFINITY) <= at) first += 1;
  return first;
}

function spanOf(
  tokens: Tokens,
  row: number,
  spans: readonly LabeledSpan[],
  next: number,
): LabeledSpan | undefined {
  const start = tokens.start[row] ?? 0;
  const end = tokens.end[row] ?? 0;
  let overlapping: LabeledSpan | undefined;
  for (let index = next; index < spans.length; index += 1) {
    const span = spans[index];
    if (span === undefined || span.start >= end) break;
    if (span.start <= start && end <= span.end) return span;
    if (span.end > start) overlapping ??= span;
  }
  return overlapping;
}

function beginningOf(type: string): number {
  return BEGINNINGS[type as EntityType] ?? 0;
}
