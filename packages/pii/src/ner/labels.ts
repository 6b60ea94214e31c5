import type { EntityType } from "@veil/contracts/entities";
import type { Span } from "../spans.ts";
import { chainsOf } from "./chains.ts";
import type { Tokens } from "./tokens.ts";

/** What a token is: outside, or the beginning or the inside of a name. B of a type is odd, I follows it. */
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

/** Types by the index of their label B; a street address is a place to the model. */
const BEGINNINGS: Partial<Record<EntityType, number>> = {
  PERSON: 1,
  LOCATION: 3,
  STREET_ADDRESS: 3,
  ORGANIZATION: 5,
};

/** A span of a corpus. */
export interface LabelledSpan extends Span {
  readonly type: string;
}

/** Whether the label `to` may stand right behind `from`: I only behind B or I of its own type. */
export function mayFollow(from: number, to: number): boolean {
  return mayBegin(to) || from === to || from === to - 1;
}

/** Whether a chain may begin with the label: O or B. */
export function mayBegin(label: number): boolean {
  return label === 0 || label % 2 === 1;
}

/**
 * The label of each token, as an index of {@link LABELS}: that of the first span that holds the token, else
 * of the first that overlaps it. Types without labels are O. A name that goes on behind a token that is no
 * candidate begins anew, and so does one that crosses a chain's edge.
 */
export function labelTokens(tokens: Tokens, spans: readonly LabelledSpan[]): Int32Array {
  const labels = new Int32Array(tokens.count);
  const known = spans.filter(({ type }) => beginningOf(type) !== 0);
  const sorted = known.sort((a, b) => a.start - b.start || b.end - a.end);
  let next = 0;
  let open: LabelledSpan | undefined;
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

/** The first span from `next` on that does not end before `at`. */
function firstOpen(spans: readonly LabelledSpan[], next: number, at: number): number {
  let first = next;
  while ((spans[first]?.end ?? Number.POSITIVE_INFINITY) <= at) first += 1;
  return first;
}

function spanOf(
  tokens: Tokens,
  row: number,
  spans: readonly LabelledSpan[],
  next: number,
): LabelledSpan | undefined {
  const start = tokens.start[row] ?? 0;
  const end = tokens.end[row] ?? 0;
  let overlapping: LabelledSpan | undefined;
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
