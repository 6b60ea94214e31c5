import type { Left } from "@veil/contracts/sanitiser";
import type { Finding } from "./finding.ts";
import type { KnownEntities } from "./layers/known-entities/known-entities.ts";
import { resolveOverlaps } from "./overlap.ts";
import type { Verdict } from "./policy.ts";
import { firstEndingAfter, type Span } from "./spans.ts";

/** A finding that stays in the text, and why. */
interface LeftFinding extends Finding {
  readonly reason: Left["reason"];
}

/** Sorts the findings of one text, each asked about once: what is to be replaced, and what stays. */
export interface Sorter {
  /** Whether policy and lists have it replaced. */
  keep(finding: Finding): boolean;
  /** The same of what was found by a finding that is replaced: lists alone have a say. */
  keepAgain(finding: Finding): boolean;
  /** What stays, so far. */
  readonly left: readonly LeftFinding[];
}

const NONE: readonly Left[] = [];

export function createSorter(
  text: string,
  judge: (finding: Finding) => Verdict,
  { allowsAny, allowedBy }: KnownEntities,
): Sorter {
  const left: LeftFinding[] = [];

  function keepAgain(finding: Finding): boolean {
    const reason = allowsAny ? allowedBy(text.slice(finding.start, finding.end)) : undefined;
    if (reason !== undefined) left.push({ ...finding, reason });
    return reason === undefined;
  }

  return {
    keep(finding) {
      const verdict = judge(finding);
      if (verdict === "replaced") return keepAgain(finding);
      if (verdict !== "unsure") left.push({ ...finding, reason: verdict });
      return false;
    },
    keepAgain,
    left,
  };
}

/**
 * How many findings of each type stay, and why: each place once, and none that replacements cover from end to end.
 * `replaced`: disjoint and in order.
 */
export function countLeft(
  findings: readonly LeftFinding[],
  replaced: readonly Span[],
): readonly Left[] {
  if (findings.length === 0) return NONE;
  const counts = new Map<string, Left>();
  for (const { type, reason } of resolveOverlaps(findings.filter(staysBeside(replaced)))) {
    const key = `${type} ${reason}`;
    counts.set(key, { type, reason, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}

function staysBeside(replaced: readonly Span[]): (finding: Span) => boolean {
  return ({ start, end }) => {
    let covered = start;
    for (let at = firstEndingAfter(replaced, start); covered < end; at += 1) {
      const span = replaced[at];
      if (span === undefined || span.start > covered) return true;
      covered = span.end;
    }
    return false;
  };
}
