import { isLiteral, isTextThroughout } from "../substitutions.ts";
import { type Gap, mailInParentheses, type SplitText, splitDocument } from "../view.ts";
import type { DocumentReading } from "./document-reading.ts";
import { isHarmless, isHarmlessAround } from "./harmless.ts";

/**
 * A stretch of an answer, decided at once: a run up to white space, including whole placeholders.
 */
export interface Segment {
  readonly text: string;
  readonly gaps: readonly Gap[];
}

/**
 * Returns the gaps to restore: all or none of the values, so that it judges each with the others as
 * they will be.
 */
export function restorable(
  segment: Segment,
  documents: readonly DocumentReading[],
): ReadonlySet<Gap> {
  const { gaps } = segment;
  const allowed = new Set(gaps);
  for (const document of documents) {
    const reading = document.copy();
    readSegment(reading, segment, (gap, placeholder) => {
      const isAllowed = isLiteral(gap)
        ? reading.allowsLiteral(placeholder)
        : reading.allows(placeholder);
      if (!isAllowed) allowed.delete(gap);
      return true;
    });
  }
  if (allowed.size === gaps.length && isHarmlessSegment(segment)) return allowed;
  return new Set([...allowed].filter(isLiteral));
}

type Decision = (gap: Gap, placeholder: Pick<Gap, "value" | "written">) => boolean;

/** Reads a segment after `decide` has said whether to restore each gap. */
export function readSegment(
  reading: DocumentReading,
  { text, gaps }: Segment,
  decide: Decision,
): void {
  const { pieces } = splitRun({ text, gaps });
  for (const [index, piece] of mailInParentheses(pieces, gaps).entries()) {
    reading.read(piece);
    const gap = gaps[index];
    if (gap === undefined) continue;
    const { value, written } = gap;
    reading.readPlaceholder({ value, written, isRestored: decide(gap, { value, written }) });
  }
}

function isHarmlessSegment({ text, gaps }: Segment): boolean {
  const values = gaps.filter((gap) => !isLiteral(gap));
  if (values.length === 0) return true;
  const { pieces } = splitRun({ text, gaps });
  if (!isHarmlessAround(pieces) || !values.every(isHarmless)) return false;
  return partsOf({ text, gaps }).every((part) => isTextThroughout(splitRun(part)));
}

function splitRun({ text, gaps }: Segment): SplitText {
  const all = { start: 0, end: text.length };
  return splitDocument(text, all, gaps, { readsRuns: () => true, isLeaf: false });
}

/**
 * Returns the segment itself, and the parts of it that would be strings of JSON: runs end there.
 */
function partsOf({ text, gaps }: Segment): Segment[] {
  if (!text.includes('"')) return [{ text, gaps }];
  const parts: Segment[] = [];
  let start = 0;
  for (const own of text.split('"')) {
    const end = start + own.length;
    const inside = gaps.filter((gap) => gap.start >= start && gap.end <= end);
    const moved = inside.map((gap) => ({ ...gap, start: gap.start - start, end: gap.end - start }));
    if (moved.length > 0) parts.push({ text: own, gaps: moved });
    start = end + 1;
  }
  return [{ text, gaps }, ...parts];
}
