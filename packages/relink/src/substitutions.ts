import { restoredValue } from "@veil/pii/relink";
import { percentEncoded } from "./link-rule.ts";
import {
  type Fill,
  type Gap,
  type Placement,
  type PlacementOptions,
  placements,
  type SplitText,
} from "./view.ts";

const ROUNDS = 3;

/** Maps gaps to their values; all other gaps keep what the model wrote. */
export type Fills = ReadonlyMap<Gap, string>;

/**
 * Chooses each gap's value by all views. Text typed in the form of a placeholder (`LITERAL`) is
 * always restored. If the rounds have not settled, it tries only what a stream restores
 * (`inStream`).
 */
export function fillsFor(
  views: readonly SplitText[],
  hosts: ReadonlySet<string>,
  inStream: () => ReadonlySet<Gap>,
): Fills {
  const gaps = [...new Set(views.flatMap((view) => view.gaps))];
  const literals: Fills = new Map(gaps.filter(isLiteral).map((gap) => [gap, gap.value]));
  const values = new Set(gaps.filter((gap) => !isLiteral(gap)));

  const masked = judged(views, letters, { values, hosts, readsMarkup: true });
  let fills: Fills = new Map([...literals, ...valuesFor(values, masked)]);
  for (let round = 0; round < ROUNDS; round += 1) {
    const restored = new Set([...fills.keys()].filter((gap) => values.has(gap)));
    if (restored.size === 0) return fills;
    const fill: Fill = (gap) => fills.get(gap) ?? gap.written;
    const readsMarkup = !readsAsMasked(views, fills, masked);
    const found = judged(views, fill, { values: restored, hosts, readsMarkup });
    const kept = [...fills].filter(
      ([gap]) => !restored.has(gap) || found.get(gap) === masked.get(gap),
    );
    if (kept.length === fills.size) return fills;
    fills = new Map(kept);
  }
  const sure = new Set([...inStream()].filter((gap) => masked.get(gap) === "text"));
  const last: Fills = new Map([...literals, ...valuesFor(sure, masked)]);
  const fill: Fill = (gap) => last.get(gap) ?? gap.written;
  const found = judged(views, fill, { values: sure, hosts, readsMarkup: true });
  return [...sure].every((gap) => found.get(gap) === "text") ? last : literals;
}

/**
 * Returns whether every gap is text in this document, with letters in place of all gaps and with
 * all values.
 */
export function isTextThroughout(view: SplitText): boolean {
  const values = new Set(view.gaps.filter((gap) => !isLiteral(gap)));
  const options = { values, hosts: new Set<string>(), readsMarkup: true };
  const restored: Fill = (gap) => restoredValue(gap, gap.written);
  return [letters, restored].every((fill) =>
    [...placements(view, fill, options).values()].every((placement) => placement === "text"),
  );
}

/** Returns the number of gaps in text or code, with letters in all of them. */
export function countInText(views: readonly SplitText[]): number {
  const values = new Set(views.flatMap((view) => view.gaps));
  const options = { values, hosts: new Set<string>(), readsMarkup: true };
  return [...judged(views, letters, options).values()].filter((placement) => placement === "text")
    .length;
}

/** Matches text that neither begins nor ends any construct of Markdown or HTML. */
const WORDS = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} .,+/-]*[\p{L}\p{M}\p{N}])?$/u;

/**
 * Returns whether only words replace the letters, so that renderers read the markup as before; a
 * label of a definition may be words.
 */
function readsAsMasked(
  views: readonly SplitText[],
  fills: Fills,
  masked: ReadonlyMap<Gap, Placement>,
): boolean {
  return views.every(
    ({ gaps, pieces }) =>
      !pieces.some((piece) => piece.includes("]:")) &&
      gaps.every((gap) => masked.get(gap) === "text" && WORDS.test(fills.get(gap) ?? "")),
  );
}

function judged(
  views: readonly SplitText[],
  fill: Fill,
  options: PlacementOptions,
): ReadonlyMap<Gap, Placement> {
  const worst = new Map<Gap, Placement>();
  for (const view of views)
    for (const [gap, placement] of placements(view, fill, options))
      if (RANK[placement] > RANK[worst.get(gap) ?? "text"] || !worst.has(gap))
        worst.set(gap, placement);
  return worst;
}

const RANK: Readonly<Record<Placement, number>> = { text: 0, link: 1, refused: 2 };

/** Writes no brackets: `[PERSON_1]: x` would define a reference. */
function letters({ written }: Gap): string {
  return "q".repeat(written.length);
}

function valuesFor(
  values: ReadonlySet<Gap>,
  placementOf: ReadonlyMap<Gap, Placement>,
): readonly (readonly [Gap, string])[] {
  return [...values].flatMap((gap) => {
    const value = valueFor(gap, placementOf.get(gap) ?? "refused");
    return value === undefined ? [] : [[gap, value] as const];
  });
}

function valueFor(gap: Gap, placement: Placement): string | undefined {
  switch (placement) {
    case "text":
      return restoredValue(gap, gap.written);
    case "link":
      return percentEncoded(gap.value);
    case "refused":
      return undefined;
  }
}

/** Returns whether a user typed the text in the form of a placeholder. */
export function isLiteral({ placeholder }: Gap): boolean {
  return placeholder.startsWith("[LITERAL_");
}
