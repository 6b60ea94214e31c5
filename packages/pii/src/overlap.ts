import { DEFAULT_THRESHOLDS } from "@veil/contracts/entities";
import type { Finding } from "./finding.ts";
import { isInside } from "./text/spans.ts";

/**
 * Merges overlapping findings, so that no part of a value remains. The longest finding gives the
 * type; among equally long ones, the most confident does.
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

/**
 * Returns a predicate for findings that `resolveOverlaps` would drop because one of `found` covers
 * and outranks them. `found` must be disjoint and in order, and the predicate must be called in
 * order of `start`.
 */
export function createCoverage(
  found: readonly Finding[],
): (start: number, end: number, confidence: number) => boolean {
  let next = 0;
  return (start, end, confidence) => {
    let cover = found[next];
    while (cover !== undefined && cover.end <= start) {
      next += 1;
      cover = found[next];
    }
    if (cover === undefined || cover.start > start || cover.end < end) return false;
    return cover.confidence >= confidence && !isDoubtful(cover);
  };
}

function covering<F extends Finding>(best: F, start: number, end: number): F {
  return best.start === start && best.end === end ? best : { ...best, start, end };
}

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
  if (isPartLiteral(a, b) || isPartLiteral(b, a)) return b.type === "LITERAL";
  if (isDoubtful(a) !== isDoubtful(b)) return isDoubtful(b);
  const lengths = a.end - a.start - (b.end - b.start);
  return lengths > 0 || (lengths === 0 && a.confidence > b.confidence);
}

/**
 * Returns whether `a` is text like a placeholder and only part of the value `b`, such as
 * `PERSON_536` in `PERSON_536-90-4399`.
 */
function isPartLiteral(a: Finding, b: Finding): boolean {
  return a.type === "LITERAL" && b.type !== "LITERAL" && !isInside(b, a);
}

/**
 * Returns whether the confidence is below the default threshold. A URL around an email address, for
 * example, must not decide the type.
 */
function isDoubtful({ type, confidence }: Finding): boolean {
  return confidence < (DEFAULT_THRESHOLDS[type] ?? 0);
}
