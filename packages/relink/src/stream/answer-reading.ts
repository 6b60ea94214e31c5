import type { Gap } from "../view.ts";
import { DocumentReading } from "./document-reading.ts";
import { readSegment, restorable, type Segment } from "./segment.ts";

/** The blocks of an answer, read joined and one by one, as the rule for whole answers reads them. */
export class AnswerReading {
  readonly #joined = new DocumentReading();
  /** In the first block, the joined blocks are that block. */
  #block: DocumentReading | undefined;

  beginBlock(): void {
    this.#block = new DocumentReading();
  }

  refuse(): void {
    for (const document of this.#documents) document.refuse();
  }

  /** Decides a segment of one block, and reads it. */
  decide(segment: Segment): ReadonlySet<Gap> {
    const restored = restorable(segment, this.#documents);
    for (const document of this.#documents)
      readSegment(document, segment, (gap) => restored.has(gap));
    return restored;
  }

  /** Reads a segment of which nothing is restored. `inBlock`: the part of it that is in the current block. */
  leave(joined: Segment, inBlock: Segment): void {
    readSegment(this.#joined, joined, () => false);
    if (this.#block !== undefined) readSegment(this.#block, inBlock, () => false);
  }

  get #documents(): readonly DocumentReading[] {
    return this.#block === undefined ? [this.#joined] : [this.#joined, this.#block];
  }
}
