import { blankInPlaceholder, LONGEST_PLACEHOLDER } from "@veil/pii/relink";
import { isBlank } from "../read-runs.ts";
import { RunBorders } from "../run-borders.ts";

/** In UTF-16 code units. A longer run is no prose, and is passed on as it is. */
export const LONGEST_RUN = 4096;
/** Behind this many units, whether a blank is inside of a placeholder has been decided. */
const MARGIN = 2 * LONGEST_PLACEHOLDER;

/** `run`: ends before white space or at a border; `part`: of a run that is too long, and more of it follows. */
export interface Cut {
  readonly kind: "run" | "part";
  readonly end: number;
}

/** Finds where a text that is still being received can be cut. The cuts depend on the text only, not on how it comes. */
export class Segmenter {
  #scanned = 0;
  #borders = new RunBorders();

  /** `isWhole`: nothing follows the text. */
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
