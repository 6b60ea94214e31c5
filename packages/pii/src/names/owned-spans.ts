import type { Finding, Span } from "../finding.ts";
import { resolveOverlaps } from "../overlap.ts";

/** The name model also reads the words inside findings of these types. */
const OPEN_TYPES = new Set<Finding["type"]>(["PERSON", "ORGANIZATION"]);

export function ownedSpans(found: readonly Finding[]): readonly Span[] {
  return resolveOverlaps(found.filter(({ type }) => !OPEN_TYPES.has(type)));
}

export function spansInside(spans: readonly Span[], piece: Span): readonly Span[] {
  const inside: Span[] = [];
  for (const { start, end } of spans) {
    if (end <= piece.start) continue;
    if (start >= piece.end) break;
    inside.push({
      start: Math.max(start, piece.start) - piece.start,
      end: Math.min(end, piece.end) - piece.start,
    });
  }
  return inside;
}
