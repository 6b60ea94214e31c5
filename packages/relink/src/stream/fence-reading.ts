import { UNIT } from "./units.ts";

interface Fence {
  readonly mark: number;
  readonly length: number;
}

/** The part of a line in a fenced block that has arrived, if the line may still close the block. */
interface Closing {
  readonly indent: number;
  readonly marks: number;
  readonly ended: boolean;
}

const NO_MARKS: Fence = { mark: 0, length: 0 };
const MIN_MARKS = 3;
const MAX_INDENT = 3;
const EMPTY: Closing = { indent: 0, marks: 0, ended: false };

/**
 * Follows fenced code, but only blocks whose first line begins with the fence and has nothing else
 * that looks like one. After any other line with a fence it follows no block, because the fence may
 * belong to a list, or end a block of a list.
 */
export class FenceReading {
  #inside: Fence | undefined;
  #isTrusted = true;
  #onFenceLine = false;
  /** The last sequence of equal marks. */
  #run: Fence = NO_MARKS;
  /** The marks at the beginning of the line. */
  #lead: Fence = NO_MARKS;
  #isClean = true;
  #atStart = true;
  #closing: Closing | undefined = EMPTY;

  get isInside(): boolean {
    return this.#inside !== undefined;
  }

  get isOnFenceLine(): boolean {
    return this.#onFenceLine;
  }

  read(unit: number): void {
    if (this.#inside !== undefined) this.#closing = closingAfter(this.#closing, unit, this.#inside);
    else this.#readOutside(unit);
    this.#atStart = false;
  }

  /**
   * Ends a line and returns what it was. `mayOpen` is true if no other open block could contain the
   * line.
   */
  endLine(mayOpen: boolean): "fence" | "closed" | "text" {
    const line = this.#endedLine(mayOpen);
    this.#onFenceLine = false;
    this.#run = NO_MARKS;
    this.#lead = NO_MARKS;
    this.#isClean = true;
    this.#atStart = true;
    this.#closing = EMPTY;
    return line;
  }

  copy(): FenceReading {
    const copy = new FenceReading();
    copy.#inside = this.#inside;
    copy.#isTrusted = this.#isTrusted;
    copy.#onFenceLine = this.#onFenceLine;
    copy.#run = this.#run;
    copy.#lead = this.#lead;
    copy.#isClean = this.#isClean;
    copy.#atStart = this.#atStart;
    copy.#closing = this.#closing;
    return copy;
  }

  equals(other: FenceReading): boolean {
    return (
      isSame(this.#inside, other.#inside) &&
      this.#isTrusted === other.#isTrusted &&
      this.#onFenceLine === other.#onFenceLine &&
      isSame(this.#run, other.#run) &&
      isSame(this.#lead, other.#lead) &&
      this.#isClean === other.#isClean &&
      this.#atStart === other.#atStart &&
      isSameClosing(this.#closing, other.#closing)
    );
  }

  /** Follows no block from here on, so that nothing counts as code. */
  distrust(): void {
    this.#inside = undefined;
    this.#isTrusted = false;
    this.#onFenceLine = true;
  }

  #readOutside(unit: number): void {
    if (unit !== UNIT.backtick && unit !== UNIT.tilde) {
      this.#run = NO_MARKS;
      return;
    }
    const length = unit === this.#run.mark ? this.#run.length + 1 : 1;
    this.#run = { mark: unit, length };
    if (this.#atStart || (this.#lead.length > 0 && this.#lead.length === length - 1))
      this.#lead = this.#run;
    else this.#isClean = false;
    if (length >= MIN_MARKS) this.#onFenceLine = true;
  }

  #endedLine(mayOpen: boolean): "fence" | "closed" | "text" {
    if (this.#inside !== undefined) {
      if ((this.#closing?.marks ?? 0) < this.#inside.length) return "text";
      this.#inside = undefined;
      return "closed";
    }
    if (!this.#onFenceLine) return "text";
    const isFence = this.#isClean && this.#lead.length >= MIN_MARKS;
    if (this.#isTrusted && mayOpen && isFence) this.#inside = this.#lead;
    else this.#isTrusted = false;
    return "fence";
  }
}

function closingAfter(
  closing: Closing | undefined,
  unit: number,
  { mark }: Fence,
): Closing | undefined {
  if (closing === undefined) return undefined;
  const { indent, marks, ended } = closing;
  if (unit === mark && !ended) return { indent, marks: marks + 1, ended };
  if (marks > 0)
    return unit === UNIT.blank || unit === UNIT.tab ? { ...closing, ended: true } : undefined;
  return unit === UNIT.blank && indent < MAX_INDENT
    ? { ...closing, indent: indent + 1 }
    : undefined;
}

function isSame(one: Fence | undefined, other: Fence | undefined): boolean {
  return one?.mark === other?.mark && one?.length === other?.length;
}

function isSameClosing(one: Closing | undefined, other: Closing | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.indent === other.indent && one.marks === other.marks && one.ended === other.ended;
}
