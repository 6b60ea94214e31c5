import { isLiteral, isTextThroughout } from "../substitutions.ts";
import { mailInParentheses, type SplitText, splitDocument, type ValueSlot } from "../view.ts";
import type { DocumentReading } from "./document-reading.ts";
import { isHarmless, isHarmlessAround } from "./harmless.ts";

/**
 * A part of an answer that is decided at once: a run up to white space, with whole placeholders.
 */
export interface Segment {
  readonly text: string;
  readonly slots: readonly ValueSlot[];
}

/**
 * Returns the slots to restore. Either all values are restored or none, because each is judged as
 * if the others were restored.
 */
export function restorable(
  segment: Segment,
  documents: readonly DocumentReading[],
): ReadonlySet<ValueSlot> {
  const { slots } = segment;
  const allowed = new Set(slots);
  for (const document of documents) {
    const reading = document.copy();
    readSegment(reading, segment, (slot, placeholder) => {
      const isAllowed = isLiteral(slot)
        ? reading.allowsLiteral(placeholder)
        : reading.allows(placeholder);
      if (!isAllowed) allowed.delete(slot);
      return true;
    });
  }
  if (allowed.size === slots.length && isHarmlessSegment(segment)) return allowed;
  return new Set([...allowed].filter(isLiteral));
}

type Decision = (slot: ValueSlot, placeholder: Pick<ValueSlot, "value" | "written">) => boolean;

/** Reads a segment. For each slot, `decide` returns whether it is restored. */
export function readSegment(
  reading: DocumentReading,
  { text, slots }: Segment,
  decide: Decision,
): void {
  const { pieces } = splitRun({ text, slots });
  for (const [index, piece] of mailInParentheses(pieces, slots).entries()) {
    reading.read(piece);
    const slot = slots[index];
    if (slot === undefined) continue;
    const { value, written } = slot;
    reading.readPlaceholder({ value, written, isRestored: decide(slot, { value, written }) });
  }
}

function isHarmlessSegment({ text, slots }: Segment): boolean {
  const values = slots.filter((slot) => !isLiteral(slot));
  if (values.length === 0) return true;
  const { pieces } = splitRun({ text, slots });
  if (!isHarmlessAround(pieces) || !values.every(isHarmless)) return false;
  return partsOf({ text, slots }).every((part) => isTextThroughout(splitRun(part)));
}

function splitRun({ text, slots }: Segment): SplitText {
  const all = { start: 0, end: text.length };
  return splitDocument(text, all, slots, { readsRuns: () => true, isLeaf: false });
}

/**
 * Returns the segment itself, and the parts of it that would be JSON strings, because runs end
 * there.
 */
function partsOf({ text, slots }: Segment): Segment[] {
  if (!text.includes('"')) return [{ text, slots }];
  const parts: Segment[] = [];
  let start = 0;
  for (const own of text.split('"')) {
    const end = start + own.length;
    const inside = slots.filter((slot) => slot.start >= start && slot.end <= end);
    const moved = inside.map((slot) => ({
      ...slot,
      start: slot.start - start,
      end: slot.end - start,
    }));
    if (moved.length > 0) parts.push({ text: own, slots: moved });
    start = end + 1;
  }
  return [{ text, slots }, ...parts];
}
