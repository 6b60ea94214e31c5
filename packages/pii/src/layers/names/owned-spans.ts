import type { Finding, Span } from "../../finding.ts";
import { resolveOverlaps } from "../../overlap.ts";

/** Types whose findings leave their words to the recogniser of names. */
const SHARED = new Set<Finding["type"]>(["PERSON", "ORGANIZATION"]);

/** What other layers have claimed, disjoint and in document order: addresses, identifiers, dates. */
export function ownedSpans(found: readonly Finding[]): readonly Span[] {
  return resolveOverlaps(found.filter(({ type }) => !SHARED.has(type)));
}

/** The parts of disjoint spans that lie within `piece`, by offsets in it. */
export function spansWithin(spans: readonly Span[], piece: Span): readonly Span[] {
  const within: Span[] = [];
  for (const { start, end } of spans) {
    if (end <= piece.start) continue;
    if (start >= piece.end) break;
    within.push({
      start: Math.max(start, piece.start) - piece.start,
      end: Math.min(end, piece.end) - piece.start,
    });
  }
  return within;
}
