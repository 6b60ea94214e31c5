import type { Span } from "../../finding.ts";
import type { Strength } from "./street-types.ts";

/** A street with a number, and how much speaks for it: from 0, nothing but the order of words and numbers, to 2. */
export interface Street extends Span {
  readonly score: number;
  /** Written without capitals: a town after it may be too. */
  readonly lower: boolean;
}

/** What the word that says "street" is worth: with `weak` alone there is no address yet. */
export const SCORES: Readonly<Record<Strength, number>> = { strong: 2, weak: 1.5 };
/** Words that the name of a street has at most. */
export const LONGEST_NAME = 6;
