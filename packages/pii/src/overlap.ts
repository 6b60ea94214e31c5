import { DEFAULT_THRESHOLDS } from "@veil/contracts/entities";
import type { Finding } from "./finding.ts";

/**
 * Makes findings disjoint and puts them in document order. Findings that overlap become one that covers
 * all of them, so that no part of a value is left in the clear; the longest gives it its type, the most
 * confident where lengths are equal.
 */
export function resolveOverlaps<F extends Finding>(findings: readonly F[]): readonly F[] {
  if (areResolved(findings)) return findings;
  const sorted = findings.filter(({ start, end }) => start < end).sort(byPlace);
  const resolved: F[] = [];
  let best = sorted[0];
  if (best === undefined) return resolved;
  let { start, end } = best;
  for (const finding of sorted) {
    if (finding.start >= end) {
      resolved.push(covering(best, start, end));
      best = finding;
      ({ start, end } = finding);
    } else {
      end = Math.max(end, finding.end);
      if (outranks(finding, best)) best = finding;
    }
  }
  resolved.push(covering(best, start, end));
  return resolved;
}

function covering<F extends Finding>(best: F, start: number, end: number): F {
  return best.start === start && best.end === end ? best : { ...best, start, end };
}

/** Whether every finding begins where the one before ends, or later. */
function areResolved(findings: readonly Finding[]): boolean {
  let free = 0;
  for (const { start, end } of findings) {
    if (start < free || end <= start) return false;
    free = end;
  }
  return true;
}
function byPlace(a: Finding, b: Finding): number {
  return a.start - b.start || b.end - a.end;
}

function outranks(a: Finding, b: Finding): boolean {
  if (isDoubtful(a) !== isDoubtful(b)) return isDoubtful(b);
  const lengths = a.end - a.start - (b.end - b.start);
  return lengths > 0 || (lengths === 0 && a.confidence > b.confidence);
}

/** What would stay in the text by default: a web address around an email address is first of all the latter. */
function isDoubtful({ type, confidence }: Finding): boolean {
  return confidence < (DEFAULT_THRESHOLDS[type] ?? 0);
}
