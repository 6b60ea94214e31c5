import type { Span } from "../../../finding.ts";
import type { Strength } from "./street-types.ts";

/** A street with a number. `score` goes from 0, for only the order of words and numbers, to 2. */
export interface Street extends Span {
  readonly score: number;
  readonly lower: boolean;
}

/** The score of the word for "street"; `weak` by itself is not an address yet. */
export const SCORES: Readonly<Record<Strength, number>> = { strong: 2, weak: 1.5 };
export const LONGEST_NAME = 6;
