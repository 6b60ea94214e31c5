import { isDigit, isLetter, UNIT } from "./units.ts";

/** How much of a name or a value has been read. */
type Progress = "none" | "begins" | "in";

/**
 * Follows the attribute lists of Python-Markdown and kramdown (`{: src="x"}`), in which neither
 * punctuation nor spaces show which part a browser will request. A list without a colon ends with
 * its line. A list with a colon ends with the line of an unescaped closing brace, because renderers
 * disagree about braces between quotation marks.
 */
export class AttributeListReading {
  #isOpen = false;
  /** Whether the following lines may belong to the list. */
  #goesOn = false;
  #name: Progress = "none";
  /**
   * Whether this place is in or at the beginning of a value: after a name and `=` without a space,
   * up to the end of the list.
   */
  #values: Progress = "none";
  #afterBrace = false;
  #afterBackslash = false;

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get isText(): boolean {
    return this.#values === "none";
  }

  readUnit(unit: number): void {
    if (this.#values === "begins") this.#values = unit <= UNIT.blank ? "none" : "in";
    if (unit === UNIT.openBrace) this.#isOpen = true;
    else if (unit === UNIT.colon) this.#goesOn ||= this.#afterBrace;
    else if (unit === UNIT.closeBrace && !this.#afterBackslash) this.#close();
    if (this.#isOpen) this.#readName(unit);
    this.#afterBrace = unit === UNIT.openBrace;
    this.#afterBackslash = unit === UNIT.backslash;
  }

  endLine(): void {
    this.#afterBrace = false;
    this.#afterBackslash = false;
    if (this.#goesOn) this.readUnit(UNIT.blank);
    else [this.#isOpen, this.#values] = [false, "none"];
  }

  copy(): AttributeListReading {
    const copy = new AttributeListReading();
    copy.join(this);
    return copy;
  }

  /** Merges the state of another reading, when either of the two texts may have been read. */
  join(other: AttributeListReading): void {
    this.#isOpen ||= other.#isOpen;
    this.#goesOn ||= other.#goesOn;
    this.#name = further(this.#name, other.#name);
    this.#values = further(this.#values, other.#values);
    this.#afterBrace ||= other.#afterBrace;
    this.#afterBackslash ||= other.#afterBackslash;
  }

  #readName(unit: number): void {
    if (unit === UNIT.equals && this.#name === "in" && this.#values === "none")
      this.#values = "begins";
    if (unit <= UNIT.blank || BEFORE_NAME.has(unit)) this.#name = "begins";
    else this.#name = this.#name !== "none" && isInName(unit) ? "in" : "none";
  }

  #close(): void {
    this.#goesOn = false;
    this.#isOpen = this.#values !== "none";
  }
}

const BEFORE_NAME: ReadonlySet<number> = new Set([UNIT.openBrace, UNIT.quote, UNIT.apostrophe]);
const MARKS_IN_NAME: ReadonlySet<number> = new Set([UNIT.colon, UNIT.hyphen, UNIT.dot]);
const ORDER: readonly Progress[] = ["none", "begins", "in"];

function isInName(unit: number): boolean {
  return isLetter(unit) || isDigit(unit) || MARKS_IN_NAME.has(unit);
}

function further(one: Progress, other: Progress): Progress {
  return ORDER.indexOf(one) > ORDER.indexOf(other) ? one : other;
}
