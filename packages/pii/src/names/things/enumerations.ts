import type { Span } from "../../finding.ts";
import { endPattern } from "../../text/end-pattern.ts";

/** The number of code units that are searched for a list on each side of a name. */
const REACH = 160;
const LONGEST_ITEM = 40;
const BOUNDARY = /[.!?:;()[\]"“”„]|\n/u;
const SEPARATOR =
  /, (?:and |or |und |oder |sowie |bzw\. )?| (?:and|or|und|oder|sowie|bzw\.|vs\.?|&) | ?\/ ?| \| |;/gu;
/**
 * This pattern and the next match the end and the start of every separator, so that names outside
 * lists are skipped quickly.
 */
const ENDS_WITH_SEPARATOR = endPattern(/[;/]$|[,/|&.] $|(?:and|or|und|oder|sowie|vs) $/u);
const STARTS_WITH_SEPARATOR = /^(?:[,;/]| [/|&]| (?:and|or|und|oder|sowie|bzw|vs))/u;
const LONGEST_WORD = 7;

/**
 * Returns the other items of the list that contains the name: for "Julia" in "Haskell, Julia or
 * Ada", "Haskell" and "Ada".
 */
export function otherItems(text: string, { start, end }: Span): readonly Span[] {
  const before = itemsBefore(text, start);
  const behind = itemsBehind(text, end);
  return [...before, ...behind];
}

function itemsBefore(text: string, start: number): readonly Span[] {
  if (!ENDS_WITH_SEPARATOR.test(text.slice(Math.max(0, start - LONGEST_WORD), start))) return [];
  const from = Math.max(0, start - REACH);
  const part = text.slice(from, start);
  const first = from + lastBoundary(part);
  const separators = separatorsIn(text.slice(first, start));
  if (first + (separators.at(-1)?.end ?? 0) !== start) return [];
  const items: Span[] = [];
  for (let at = separators.length - 1; at >= 0; at -= 1) {
    const separator = separators[at];
    const previous = separators[at - 1];
    if (separator === undefined) break;
    const itemStart = first + (previous?.end ?? 0);
    const itemEnd = first + separator.start;
    if (itemEnd - itemStart > LONGEST_ITEM && previous !== undefined) break;
    items.unshift({ start: Math.max(itemStart, itemEnd - LONGEST_ITEM), end: itemEnd });
  }
  return items;
}

function itemsBehind(text: string, end: number): readonly Span[] {
  if (!STARTS_WITH_SEPARATOR.test(text.slice(end, end + LONGEST_WORD))) return [];
  const part = text.slice(end, end + REACH);
  const boundary = part.search(BOUNDARY);
  const segment = boundary === -1 ? part : part.slice(0, boundary);
  const separators = separatorsIn(segment);
  if (separators[0]?.start !== 0) return [];
  const items: Span[] = [];
  for (const [at, separator] of separators.entries()) {
    const next = separators[at + 1]?.start ?? segment.length;
    const itemEnd = Math.min(next, separator.end + LONGEST_ITEM);
    if (itemEnd > separator.end) items.push({ start: end + separator.end, end: end + itemEnd });
  }
  return items;
}

/**
 * Returns the places of all separators. It avoids `matchAll`, which copies the pattern on each
 * call.
 */
function separatorsIn(part: string): readonly Span[] {
  const separators: Span[] = [];
  SEPARATOR.lastIndex = 0;
  for (let match = SEPARATOR.exec(part); match !== null; match = SEPARATOR.exec(part))
    separators.push({ start: match.index, end: SEPARATOR.lastIndex });
  return separators;
}

function lastBoundary(part: string): number {
  for (let at = part.length - 1; at >= 0; at -= 1)
    if (BOUNDARY.test(part.charAt(at))) return at + 1;
  return 0;
}
