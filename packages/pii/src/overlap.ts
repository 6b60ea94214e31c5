import type { Finding } from "./finding.ts";

/**
 * Makes findings disjoint and puts them in document order. Findings that overlap become one that covers
 * all of them, so that no part of a value is left in the clear; the longest gives it its type, the most
 * confident where lengths are equal.
 */
export function resolveOverlaps(findings: readonly Finding[]): readonly Finding[] {
  const sorted = findings.filter(({ start, end }) => start < end).sort(byPlace);
  const clusters: { start: number; end: number; best: Finding }[] = [];
  for (const finding of sorted) {
    const open = clusters.at(-1);
    if (open === undefined || finding.start >= open.end) {
      clusters.push({ start: finding.start, end: finding.end, best: finding });
    } else {
      open.end = Math.max(open.end, finding.end);
      if (outranks(finding, open.best)) open.best = finding;
    }
  }
  return clusters.map(({ start, end, best }) => ({ ...best, start, end }));
}

function byPlace(a: Finding, b: Finding): number {
  return a.start - b.start || b.end - a.end;
}

function outranks(a: Finding, b: Finding): boolean {
  const lengths = a.end - a.start - (b.end - b.start);
  return lengths > 0 || (lengths === 0 && a.confidence > b.confidence);
}
