import type { Span } from "../../finding.ts";
import type { Edit } from "./edit.ts";

/** Where a text has a notation. */
export interface Place extends Span {
  /** True when the notation concerns only its own line. */
  readonly isLine?: boolean;
}

/** Context that a value may need, in code units. */
const AROUND = 300;
/** How much farther to look for a line break. */
const TO_BREAK = 200;
/** Omitting less is not worth it. */
const LEAST = 400;
/** Nothing reads across it. */
const PARAGRAPH = "\n\n";

/**
 * Omits what is far from all `places`, which are in order: only the rest is worth reading again.
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
