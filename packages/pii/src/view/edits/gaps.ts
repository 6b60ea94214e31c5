import type { Span } from "../../finding.ts";
import type { Edit } from "./edit.ts";

/** A place where a text has a notation. */
export interface Place extends Span {
  /** True when the notation concerns only its own line. */
  readonly isLine?: boolean;
}

/** The length of the context that a value may need, in code units. */
const AROUND = 300;
/** The additional length in which a line break is searched for. */
const TO_BREAK = 200;
/** Minimum length of a gap, because omitting less is not worth it. */
const LEAST = 400;
/** The text that replaces a gap; no recognizer reads across it. */
const PARAGRAPH = "\n\n";

/**
 * Returns edits that omit the text far from all `places`, because only the rest is worth reading
 * again. The places must be in order.
 */
export function gapsBetween(text: string, places: readonly Place[]): readonly Edit[] {
  const gaps: Edit[] = [];
  let floor = 0;
  let next = 0;
  while (floor < text.length) {
    const place = places[next];
    const end = place === undefined ? text.length : startOfContext(text, place);
    if (end - floor >= LEAST) gaps.push({ start: floor, end, value: PARAGRAPH, gap: true });
    if (place === undefined) break;
    floor = Math.max(floor, endOfContext(text, place));
    next += 1;
  }
  return gaps;
}

function startOfContext(text: string, { start, isLine = false }: Place): number {
  const from = Math.max(0, isLine ? start : start - AROUND);
  const least = Math.max(0, from - TO_BREAK);
  const lineBreak = text.slice(least, from).lastIndexOf("\n");
  return lineBreak === -1 ? pastWord(text, from) : least + lineBreak + 1;
}

function endOfContext(text: string, { end, isLine = false }: Place): number {
  const most = Math.min(text.length, end + AROUND);
  const from = isLine ? end : most;
  const lineBreak = text.slice(from, most + TO_BREAK).indexOf("\n");
  return lineBreak === -1 ? pastWord(text, most) : from + lineBreak;
}

function pastWord(text: string, from: number): number {
  const blank = text.slice(from, from + TO_BREAK).search(/\s/);
  return blank === -1 ? from : from + blank;
}
