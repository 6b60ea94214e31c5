import { blankInPlaceholder, LONGEST_PLACEHOLDER } from "@veil/pii/relink";
import { isBlank } from "../read-runs.ts";
import { RunBorders } from "../run-borders.ts";

/**
 * Maximum length of a run in UTF-16 code units. A longer run is not prose, and passes unchanged.
 */
export const LONGEST_RUN = 4096;
/** After this many units it is certain whether a space is inside a placeholder. */
const MARGIN = 2 * LONGEST_PLACEHOLDER;

/**
 * Where a text is cut. A `run` ends before white space or at a border. A `part` belongs to a run
 * that is too long, and more of the run follows.
 */
export interface Cut {
  readonly kind: "run" | "part";
  readonly end: number;
}

/**
 * Finds where a text that is still arriving can be cut. The cuts depend only on the text, not on
 * the pieces in which it arrives.
 */
export class Segmenter {
  #scanned = 0;
  #borders = new RunBorders();

  /**
   * Returns the next cut, or undefined if it is not certain yet. `isWhole` means that nothing
   * follows the text.
   */
  next(text: string, isWhole: boolean): Cut | undefined {
    const end = this.#nextEnd(text, isWhole);
    if (end !== undefined && end <= LONGEST_RUN) return { kind: "run", end };
    if (end === undefined && text.length <= LONGEST_RUN + MARGIN) return undefined;
    return { kind: "part", end: LONGEST_RUN };
  }

  restart(): void {
    this.#scanned = 0;
    this.#borders = new RunBorders();
  }

  #nextEnd(text: string, isWhole: boolean): number | undefined {
    for (; this.#scanned < text.length; this.#scanned += 1) {
      const unit = text.charCodeAt(this.#scanned);
      const mayEnd = isBlank(unit) || this.#borders.isBefore(unit);
      const place = mayEnd ? blankInPlaceholder(text, this.#scanned) : "inside";
      if (place === "outside" || (place === "open" && isWhole)) return this.#scanned;
      if (place === "open") return undefined;
      this.#borders.pass(unit);
    }
    return isWhole ? text.length : undefined;
  }
}
