import type { Span } from "../../../finding.ts";
import type { Strength } from "./street-types.ts";

/**
 * A street with a number. `score` ranges from 0, if only the order of words and numbers indicates a
 * street, to 2.
 */
export interface Street extends Span {
  readonly score: number;
  readonly lower: boolean;
}

/** The score of a word for a street. A `weak` word alone is not enough for an address. */
export const SCORES: Readonly<Record<Strength, number>> = { strong: 2, weak: 1.5 };
export const LONGEST_NAME = 6;
