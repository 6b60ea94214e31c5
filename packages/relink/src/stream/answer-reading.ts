import { isLiteral } from "../substitutions.ts";
import type { Gap } from "../view.ts";
import { DocumentReading } from "./document-reading.ts";
import { readSegment, restorable, type Segment } from "./segment.ts";

/** Reads the blocks of an answer joined and one by one, as the rule for whole answers does. */
export class AnswerReading {
  readonly #joined = new DocumentReading();
  /** During the first block, the joined blocks are that block. */
  #block: DocumentReading | undefined;

  refuse(): void {
    for (const document of this.#documents) document.refuse();
  }

  /**
   * Decides a segment, and reads it. `parts` has what belongs to each block; the last block
   * continues.
   */
  decide(joined: Segment, parts: readonly Segment[]): ReadonlySet<Gap> {
    const restored =
      parts.length === 1 ? restorable(joined, this.#documents) : this.#inAll(joined, parts);
    this.#read(joined, parts, restored);
    return restored;
  }

  /** Reads a segment and restores nothing in it. */
  leave(joined: Segment, parts: readonly Segment[]): void {
    this.#read(joined, parts, NONE);
  }

  /**
   * Works like `restorable`, with each part in the document of its block, and with the gaps of the
   * parts.
   */
  #inAll(joined: Segment, parts: readonly Segment[]): ReadonlySet<Gap> {
    const together = restorable(joined, [this.#joined]);
    const separate = parts.map((part, index) =>
      restorable(part, [index === 0 ? (this.#block ?? this.#joined) : new DocumentReading()]),
    );
    const own = parts.flatMap(({ gaps }, index) =>
      gaps.map((gap) => ({ gap, isAllowed: separate[index]?.has(gap) ?? false })),
    );
    const allowed = joined.gaps.flatMap((gap, index) => {
      const { gap: twin, isAllowed = false } = own[index] ?? {};
      return isAllowed && twin !== undefined && together.has(gap) ? [gap, twin] : [];
    });
    const isAll = allowed.length === 2 * joined.gaps.length;
    return new Set(isAll ? allowed : allowed.filter(isLiteral));
  }

  #read(joined: Segment, parts: readonly Segment[], restored: ReadonlySet<Gap>): void {
    const decide = (gap: Gap) => restored.has(gap);
    // Until its first end, the only block is the joined text.
    if (parts.length > 1) this.#block = new DocumentReading();
    const last = parts.length > 1 ? parts.at(-1) : joined;
    if (this.#block !== undefined && last !== undefined) readSegment(this.#block, last, decide);
    readSegment(this.#joined, joined, decide);
  }

  get #documents(): readonly DocumentReading[] {
    return this.#block === undefined ? [this.#joined] : [this.#joined, this.#block];
  }
}

const NONE: ReadonlySet<Gap> = new Set();
