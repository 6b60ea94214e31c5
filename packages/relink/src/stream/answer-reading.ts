import { isLiteral } from "../substitutions.ts";
import type { ValueSlot } from "../view.ts";
import { DocumentReading } from "./document-reading.ts";
import { readSegment, restorable, type Segment } from "./segment.ts";

/** Reads the blocks of an answer both joined and one by one, as the rule for whole answers does. */
export class AnswerReading {
  readonly #joined = new DocumentReading();
  /** The current block. Undefined during the first block, which equals the joined blocks. */
  #block: DocumentReading | undefined;

  refuse(): void {
    for (const document of this.#documents) document.refuse();
  }

  /**
   * Decides which slots of a segment to restore, and reads it. `parts` contains the part of the
   * segment in each block; the last block continues.
   */
  decide(joined: Segment, parts: readonly Segment[]): ReadonlySet<ValueSlot> {
    const restored =
      parts.length === 1 ? restorable(joined, this.#documents) : this.#inAll(joined, parts);
    this.#read(joined, parts, restored);
    return restored;
  }

  /** Reads a segment without restoring anything in it. */
  leave(joined: Segment, parts: readonly Segment[]): void {
    this.#read(joined, parts, NONE);
  }

  /**
   * Works like `restorable`, but reads each part in the document of its block and also returns the
   * slots of the parts.
   */
  #inAll(joined: Segment, parts: readonly Segment[]): ReadonlySet<ValueSlot> {
    const together = restorable(joined, [this.#joined]);
    const separate = parts.map((part, index) =>
      restorable(part, [index === 0 ? (this.#block ?? this.#joined) : new DocumentReading()]),
    );
    const own = parts.flatMap(({ slots }, index) =>
      slots.map((slot) => ({ slot, isAllowed: separate[index]?.has(slot) ?? false })),
    );
    const allowed = joined.slots.flatMap((slot, index) => {
      const { slot: twin, isAllowed = false } = own[index] ?? {};
      return isAllowed && twin !== undefined && together.has(slot) ? [slot, twin] : [];
    });
    const isAll = allowed.length === 2 * joined.slots.length;
    return new Set(isAll ? allowed : allowed.filter(isLiteral));
  }

  #read(joined: Segment, parts: readonly Segment[], restored: ReadonlySet<ValueSlot>): void {
    const decide = (slot: ValueSlot) => restored.has(slot);
    // Before the first block ends, the only block is the same as the joined text.
    if (parts.length > 1) this.#block = new DocumentReading();
    const last = parts.length > 1 ? parts.at(-1) : joined;
    if (this.#block !== undefined && last !== undefined) readSegment(this.#block, last, decide);
    readSegment(this.#joined, joined, decide);
  }

  get #documents(): readonly DocumentReading[] {
    return this.#block === undefined ? [this.#joined] : [this.#joined, this.#block];
  }
}

const NONE: ReadonlySet<ValueSlot> = new Set();
