import type { UnredactedCount } from "@veil/contracts/sanitiser";
import type { Finding } from "../finding.ts";
import type { KnownEntities } from "../lists/known-entities/known-entities.ts";
import { withPossessive } from "../lists/phonetics/possessives.ts";
import { resolveOverlaps } from "../overlap.ts";
import type { PolicyDecision } from "../policy.ts";
import { firstEndingAfter, type Span } from "../text/spans.ts";
import { HARD_TYPES } from "./hard-identifiers.ts";

interface UnredactedFinding extends Finding {
  readonly reason: UnredactedCount["reason"];
}

export interface Sorter {
  /** Returns whether the policy and the lists allow replacing the finding. */
  keep(finding: Finding): boolean;
  /**
   * Returns whether the lists allow replacing a repeat of a replaced finding. Its type does not
   * matter.
   */
  keepAgain(finding: Finding): boolean;
  readonly unredacted: readonly UnredactedFinding[];
  /** Returns whether the policy or the lists left a hard identifier in the text. */
  leavesHard(): boolean;
}

const NONE: readonly UnredactedCount[] = [];

export function createSorter(
  text: string,
  judge: (finding: Finding) => PolicyDecision,
  { allowsAny, allowedBy }: KnownEntities,
): Sorter {
  const unredacted: UnredactedFinding[] = [];
  let leavesHard = false;

  function keepAgain(finding: Finding): boolean {
    const reason = allowsAny ? allowance(finding) : undefined;
    if (reason !== undefined) unredacted.push({ ...finding, reason });
    return reason === undefined;
  }

  /** Findings end before a possessive ending, but an entry may include it: "McDonald's". */
  function allowance(finding: Finding) {
    const whole = withPossessive(text, finding);
    const bare = allowedBy(text.slice(finding.start, finding.end));
    return bare ?? (whole === undefined ? undefined : allowedBy(whole));
  }

  function isKept(finding: Finding): boolean {
    const decision = judge(finding);
    if (decision === "replaced") return keepAgain(finding);
    if (decision !== "unsure") unredacted.push({ ...finding, reason: decision });
    return false;
  }

  return {
    keep(finding) {
      const isReplaced = isKept(finding);
      if (!isReplaced && HARD_TYPES.has(finding.type)) leavesHard = true;
      return isReplaced;
    },
    keepAgain,
    unredacted,
    leavesHard: () => leavesHard,
  };
}

/**
 * Counts the findings that remain in the text, each place once. A finding that replacements fully
 * cover does not count. `replaced` is disjoint and in order.
 */
export function countUnredacted(
  findings: readonly UnredactedFinding[],
  replaced: readonly Span[],
): readonly UnredactedCount[] {
  if (findings.length === 0) return NONE;
  const counts = new Map<string, UnredactedCount>();
  for (const { type, reason } of resolveOverlaps(findings.filter(remainsAfter(replaced)))) {
    const key = `${type} ${reason}`;
    counts.set(key, { type, reason, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}

function remainsAfter(replaced: readonly Span[]): (finding: Span) => boolean {
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
