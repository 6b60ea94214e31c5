import { restoredValue } from "@veil/pii/relink";
import { percentEncoded } from "./link-rule.ts";
import {
  type Fill,
  type Placement,
  type PlacementOptions,
  placements,
  type SplitText,
  type ValueSlot,
} from "./view.ts";

const ROUNDS = 3;

/** The values of restored slots; all other slots keep what the model wrote. */
export type Substitutions = ReadonlyMap<ValueSlot, string>;

/**
 * Chooses the value of each slot by all views. Text that was typed in the form of a placeholder
 * (`LITERAL`) is always restored. If three rounds do not settle the choice, only the slots that a
 * stream restores (`inStream`) are tried.
 */
export function chooseSubstitutions(
  views: readonly SplitText[],
  hosts: ReadonlySet<string>,
  inStream: () => ReadonlySet<ValueSlot>,
): Substitutions {
  const slots = [...new Set(views.flatMap((view) => view.slots))];
  const literals: Substitutions = new Map(
    slots.filter(isLiteral).map((slot) => [slot, slot.value]),
  );
  const values = new Set(slots.filter((slot) => !isLiteral(slot)));

  const masked = judged(views, letters, { values, hosts, readsMarkup: true });
  let substitutions: Substitutions = new Map([...literals, ...valuesFor(values, masked)]);
  for (let round = 0; round < ROUNDS; round += 1) {
    const restored = new Set([...substitutions.keys()].filter((slot) => values.has(slot)));
    if (restored.size === 0) return substitutions;
    const fill: Fill = (slot) => substitutions.get(slot) ?? slot.written;
    const readsMarkup = !readsAsMasked(views, substitutions, masked);
    const found = judged(views, fill, { values: restored, hosts, readsMarkup });
    const kept = [...substitutions].filter(
      ([slot]) => !restored.has(slot) || found.get(slot) === masked.get(slot),
    );
    if (kept.length === substitutions.size) return substitutions;
    substitutions = new Map(kept);
  }
  const sure = new Set([...inStream()].filter((slot) => masked.get(slot) === "text"));
  const last: Substitutions = new Map([...literals, ...valuesFor(sure, masked)]);
  const fill: Fill = (slot) => last.get(slot) ?? slot.written;
  const found = judged(views, fill, { values: sure, hosts, readsMarkup: true });
  return [...sure].every((slot) => found.get(slot) === "text") ? last : literals;
}

/**
 * Returns whether every slot in this document is text, both with letters in place of all slots and
 * with all values.
 */
export function isTextThroughout(view: SplitText): boolean {
  const values = new Set(view.slots.filter((slot) => !isLiteral(slot)));
  const options = { values, hosts: new Set<string>(), readsMarkup: true };
  const restored: Fill = (slot) => restoredValue(slot, slot.written);
  return [letters, restored].every((fill) =>
    [...placements(view, fill, options).values()].every((placement) => placement === "text"),
  );
}

/** Returns the number of slots that are in text or code when letters replace all of them. */
export function countInText(views: readonly SplitText[]): number {
  const values = new Set(views.flatMap((view) => view.slots));
  const options = { values, hosts: new Set<string>(), readsMarkup: true };
  return [...judged(views, letters, options).values()].filter((placement) => placement === "text")
    .length;
}

/** Matches text that neither begins nor ends any construct of Markdown or HTML. */
const WORDS = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} .,+/-]*[\p{L}\p{M}\p{N}])?$/u;

/**
 * Returns whether only words replace the letters, so that renderers read the markup as before.
 * Returns false for a text with a definition, because words may be the label of the definition.
 */
function readsAsMasked(
  views: readonly SplitText[],
  substitutions: Substitutions,
  masked: ReadonlyMap<ValueSlot, Placement>,
): boolean {
  return views.every(
    ({ slots, pieces }) =>
      !pieces.some((piece) => piece.includes("]:")) &&
      slots.every(
        (slot) => masked.get(slot) === "text" && WORDS.test(substitutions.get(slot) ?? ""),
      ),
  );
}

function judged(
  views: readonly SplitText[],
  fill: Fill,
  options: PlacementOptions,
): ReadonlyMap<ValueSlot, Placement> {
  const worst = new Map<ValueSlot, Placement>();
  for (const view of views)
    for (const [slot, placement] of placements(view, fill, options))
      if (RANK[placement] > RANK[worst.get(slot) ?? "text"] || !worst.has(slot))
        worst.set(slot, placement);
  return worst;
}

const RANK: Readonly<Record<Placement, number>> = { text: 0, link: 1, refused: 2 };

/**
 * Returns letters in place of a placeholder, without brackets, because `[PERSON_1]: x` would define
 * a reference.
 */
function letters({ written }: ValueSlot): string {
  return "q".repeat(written.length);
}

function valuesFor(
  values: ReadonlySet<ValueSlot>,
  placementOf: ReadonlyMap<ValueSlot, Placement>,
): readonly (readonly [ValueSlot, string])[] {
  return [...values].flatMap((slot) => {
    const value = valueFor(slot, placementOf.get(slot) ?? "refused");
    return value === undefined ? [] : [[slot, value] as const];
  });
}

function valueFor(slot: ValueSlot, placement: Placement): string | undefined {
  switch (placement) {
    case "text":
      return restoredValue(slot, slot.written);
    case "link":
      return percentEncoded(slot.value);
    case "refused":
      return undefined;
  }
}

/** Returns whether the slot is text that a user typed in the form of a placeholder. */
export function isLiteral({ placeholder }: ValueSlot): boolean {
  return placeholder.startsWith("[LITERAL_");
}
