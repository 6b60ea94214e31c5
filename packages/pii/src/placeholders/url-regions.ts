import type { Span } from "../finding.ts";

const URL_START = /(?:https?|ftps?|wss?|file|mailto):|[/\\]{2,}/i;
/** A quote or bracket with a URL right after it: the URL may hold blanks until the other one. */
const OPENER = /(["'(<])[ \t\r\n]{0,3}(?=(?:https?|ftps?|wss?|file|mailto):|[/\\]{2})/gi;
const CLOSER = new Map([
  ['"', '"'],
  ["'", "'"],
  ["(", ")"],
  ["<", ">"],
]);
const TAG = /<[a-z][^>]/gi;
const BREAK = /[\s<>]/;

/** A stretch in which a URL may stand. */
export interface Region extends Span {
  /** An HTML tag: tabs and line breaks inside are as nothing to a browser. */
  readonly tag: boolean;
}

/**
 * Where URLs may stand: the runs without blanks around `marks`, which are disjoint and in document order;
 * what follows an opening quote or bracket; whole HTML tags. Every region ends at a blank, an angle
 * bracket or the end of the text. Linear: regions of one kind do not overlap.
 */
export function urlRegions(text: string, marks: readonly Span[]): Region[] {
  return [...runsAround(text, marks), ...enclosed(text), ...tags(text)];
}

/** The offset in `text` at which the first URL begins, or -1. */
export function firstUrl(text: string): number {
  return text.search(URL_START);
}

function runsAround(text: string, marks: readonly Span[]): Region[] {
  const runs: Region[] = [];
  let done = 0;
  for (const mark of marks) {
    if (mark.start < done) continue;
    let start = mark.start;
    while (start > done && !BREAK.test(text.charAt(start - 1))) start -= 1;
    const end = nextBreak(text, mark.end);
    runs.push({ start, end, tag: false });
    done = end;
  }
  return runs;
}

function enclosed(text: string): Region[] {
  const regions: Region[] = [];
  const doneBy = new Map<string, number>();
  for (const { 0: opening, 1: opener = "", index } of text.matchAll(OPENER)) {
    if (index < (doneBy.get(opener) ?? 0)) continue;
    const start = index + opening.length;
    const closed = text.indexOf(CLOSER.get(opener) ?? "", start);
    const end = closed === -1 ? text.length : nextBreak(text, closed);
    doneBy.set(opener, end);
    regions.push({ start, end, tag: false });
  }
  return regions;
}

function tags(text: string): Region[] {
  const regions: Region[] = [];
  let done = 0;
  for (const { index } of text.matchAll(TAG)) {
    if (index < done) continue;
    const end = text.indexOf(">", index);
    if (end === -1) break;
    regions.push({ start: index, end, tag: true });
    done = end;
  }
  return regions;
}

function nextBreak(text: string, from: number): number {
  let end = from;
  while (end < text.length && !BREAK.test(text.charAt(end))) end += 1;
  return end;
}
