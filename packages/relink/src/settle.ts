import { restoredValue } from "@veil/pii/relink";
import { percentEncoded } from "./link-rule.ts";
import {
  type Fill,
  type Gap,
  type Verdict,
  type VerdictOptions,
  type View,
  verdicts,
} from "./view.ts";

const ROUNDS = 3;

/** What is put into which gap; a gap that is not named stays as it was written. */
export type Put = ReadonlyMap<Gap, string>;

/**
 * Decides for all gaps of a document, which may stand in several views of it. Text that a user typed in the form of
 * a placeholder (`LITERAL`) is no personal value and always put back.
 */
export function settle(views: readonly View[], hosts: ReadonlySet<string>): Put {
  const gaps = [...new Set(views.flatMap((view) => view.gaps))];
  const literals: Put = new Map(gaps.filter(isLiteral).map((gap) => [gap, gap.value]));
  const values = new Set(gaps.filter((gap) => !isLiteral(gap)));

  const masked = judged(views, letters, { values, hosts, readsMarkup: true });
  let put: Put = new Map([...literals, ...valuesFor(values, masked)]);
  for (let round = 0; round < ROUNDS; round += 1) {
    const restored = new Set([...put.keys()].filter((gap) => values.has(gap)));
    if (restored.size === 0) return put;
    const fill: Fill = (gap) => put.get(gap) ?? gap.written;
    const readsMarkup = !readsAsMasked(views, put, masked);
    const found = judged(views, fill, { values: restored, hosts, readsMarkup });
    const kept = [...put].filter(
      ([gap]) => !restored.has(gap) || found.get(gap) === masked.get(gap),
    );
    if (kept.length === put.size) return put;
    put = new Map(kept);
  }
  return literals;
}

/** How many gaps stand in text or code, as the answer is read with letters in all of them. */
export function countInText(views: readonly View[]): number {
  const values = new Set(views.flatMap((view) => view.gaps));
  const options = { values, hosts: new Set<string>(), readsMarkup: true };
  return [...judged(views, letters, options).values()].filter((verdict) => verdict === "text")
    .length;
}

/** Words that neither begin nor end any construct of Markdown or HTML. */
const WORDS = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} .,+/-]*[\p{L}\p{M}\p{N}])?$/u;

/**
 * Whether words stand in every gap where letters stood, so that Markdown and HTML are read as they were with these. A
 * value with any other sign, and a placeholder that is left with its brackets, may make another construct; words may
 * be the label of a definition.
 */
function readsAsMasked(
  views: readonly View[],
  put: Put,
  masked: ReadonlyMap<Gap, Verdict>,
): boolean {
  return views.every(
    ({ gaps, pieces }) =>
      !pieces.some((piece) => piece.includes("]:")) &&
      gaps.every((gap) => masked.get(gap) === "text" && WORDS.test(put.get(gap) ?? "")),
  );
}

/** The worst that any view says. */
function judged(
  views: readonly View[],
  fill: Fill,
  options: VerdictOptions,
): ReadonlyMap<Gap, Verdict> {
  const worst = new Map<Gap, Verdict>();
  for (const view of views)
    for (const [gap, verdict] of verdicts(view, fill, options))
      if (RANK[verdict] > RANK[worst.get(gap) ?? "text"] || !worst.has(gap))
        worst.set(gap, verdict);
  return worst;
}

const RANK: Readonly<Record<Verdict, number>> = { text: 0, link: 1, refused: 2 };

/** No brackets: `[PERSON_1]: x` would define a reference. */
function letters({ written }: Gap): string {
  return "q".repeat(written.length);
}

function valuesFor(
  values: ReadonlySet<Gap>,
  verdictOf: ReadonlyMap<Gap, Verdict>,
): readonly (readonly [Gap, string])[] {
  return [...values].flatMap((gap) => {
    const value = valueFor(gap, verdictOf.get(gap) ?? "refused");
    return value === undefined ? [] : [[gap, value] as const];
  });
}

function valueFor(gap: Gap, verdict: Verdict): string | undefined {
  switch (verdict) {
    case "text":
      return restoredValue(gap, gap.written);
    case "link":
      return percentEncoded(gap.value);
    case "refused":
      return undefined;
  }
}

function isLiteral({ placeholder }: Gap): boolean {
  return placeholder.startsWith("[LITERAL_");
}
