import { FenceReading } from "./fence-reading.ts";
import { TagReading } from "./tag-reading.ts";
import { isBeforeBlock, isLineEnd, UNIT } from "./units.ts";

/** `[` before any word of a line may begin a definition: its label, and the place after it, where a colon decides. */
type Label = "none" | "open" | "closed";

/**
 * What a text of Markdown and HTML may be at its end, in constant space. `isText` holds where every continuation leaves
 * what comes next in text or code, as `micromark` and `parse5` read it. Blank lines end every construct but tags.
 */
export class TextReading {
  /** Never text again: inside of HTML that cannot be followed. */
  #isRefused = false;
  /** No text before the next blank line: after `![`, a title, a definition, a line that begins with a tag. */
  #isLeft = false;
  #label: Label = "none";
  /** In `[text][label]` or `[^label]`. */
  #inReference = false;
  /** Parentheses open in a destination. */
  #depth = 0;
  #hasTag = false;
  #beforeBlock = true;
  #isBlank = true;
  #after = { bang: false, open: false, close: false, return: false };
  #tag = new TagReading();
  #fence = new FenceReading();

  get isText(): boolean {
    if (this.#isRefused || !this.#tag.isText || this.#fence.isOnFenceLine) return false;
    if (this.#fence.isInside) return true;
    return !this.#isLeft && this.#label === "none" && !this.#inReference && this.#depth === 0;
  }

  get isOnFenceLine(): boolean {
    return this.#fence.isOnFenceLine;
  }

  read(text: string): void {
    for (let at = 0; at < text.length; at += 1) this.readUnit(text.charCodeAt(at));
  }

  readUnit(unit: number): void {
    if (isLineEnd(unit)) this.#endLine(unit);
    else this.#readInLine(unit);
  }

  #readInLine(unit: number): void {
    const wasInTag = !this.#tag.isText && !this.#tag.mayOpen;
    if (!this.#tag.read(unit)) this.#isRefused = true;
    if (!wasInTag && !this.#tag.isText && !this.#tag.mayOpen) this.#beginTag();
    this.#fence.read(unit);
    if (!this.#fence.isInside) this.#readMarkdown(unit);
    this.#after = {
      bang: unit === UNIT.bang,
      open: unit === UNIT.openBracket,
      close: unit === UNIT.closeBracket,
      return: false,
    };
    if (unit !== UNIT.blank && unit !== UNIT.tab) this.#isBlank = false;
    if (!isBeforeBlock(unit) && unit !== UNIT.less && unit !== UNIT.slash)
      this.#beforeBlock = false;
  }

  /** Reads one of several texts, whichever it will be. */
  readOneOf([text = "", ...others]: readonly string[]): void {
    const readings = others.map((other) => {
      const reading = this.copy();
      reading.read(other);
      return reading;
    });
    this.read(text);
    for (const reading of readings) this.#join(reading);
  }

  refuse(): void {
    this.#isRefused = true;
  }

  copy(): TextReading {
    const copy = new TextReading();
    copy.#isRefused = this.#isRefused;
    copy.#isLeft = this.#isLeft;
    copy.#label = this.#label;
    copy.#inReference = this.#inReference;
    copy.#depth = this.#depth;
    copy.#hasTag = this.#hasTag;
    copy.#beforeBlock = this.#beforeBlock;
    copy.#isBlank = this.#isBlank;
    copy.#after = this.#after;
    copy.#tag = this.#tag.copy();
    copy.#fence = this.#fence.copy();
    return copy;
  }

  #join(other: TextReading): void {
    this.#isRefused ||=
      other.#isRefused ||
      !this.#tag.equals(other.#tag) ||
      this.#after.return !== other.#after.return;
    this.#isLeft ||=
      other.#isLeft || isUnsure(this.#label, other.#label) || this.#depth !== other.#depth;
    if (other.#label === "closed") this.#label = "closed";
    this.#inReference ||= other.#inReference;
    this.#hasTag ||= other.#hasTag;
    this.#beforeBlock ||= other.#beforeBlock;
    this.#isBlank &&= other.#isBlank;
    this.#after = {
      bang: this.#after.bang || other.#after.bang,
      open: this.#after.open || other.#after.open,
      close: this.#after.close || other.#after.close,
      return: this.#after.return,
    };
    if (this.#fence.equals(other.#fence)) return;
    this.#isLeft = true;
    this.#fence.distrust();
  }

  #endLine(unit: number): void {
    if (unit === UNIT.lineFeed && this.#after.return) {
      this.#after = { ...this.#after, return: false };
      return;
    }
    if (!this.#tag.read(unit)) this.#isRefused = true;
    if (this.#depth > 0) this.#leave();
    const wasBlank = this.#isBlank;
    const line = this.#fence.endLine(!this.#hasTag);
    if (wasBlank || line !== "text") this.#endParagraph(line === "fence" && !this.#fence.isInside);
    if (this.#label === "closed") this.#label = "none";
    this.#beforeBlock = true;
    this.#isBlank = true;
    this.#after = {
      bang: false,
      open: false,
      close: false,
      return: unit === UNIT.carriageReturn,
    };
  }

  /** A fence that is not followed may be no fence, and then the paragraph goes on. */
  #endParagraph(mayGoOn: boolean): void {
    if (mayGoOn || this.#fence.isInside) return;
    this.#isLeft = false;
    this.#hasTag = false;
    this.#label = "none";
    this.#inReference = false;
    this.#depth = 0;
  }

  #beginTag(): void {
    this.#hasTag = true;
    if (this.#beforeBlock) this.#isLeft = true;
  }

  #leave(): void {
    this.#isLeft = true;
    this.#depth = 0;
  }

  #readMarkdown(unit: number): void {
    if (this.#label === "closed") {
      if (unit === UNIT.colon) this.#isLeft = true;
      this.#label = "none";
    }
    if (this.#depth > 0) this.#readDestination(unit);
    else if (unit === UNIT.open && this.#after.close) this.#depth = 1;
    if (unit === UNIT.openBracket) this.#openBracket();
    if (unit === UNIT.closeBracket) this.#closeBracket();
    if (unit === UNIT.caret && this.#after.open) this.#inReference = true;
    // It may escape the bracket that ends the label.
    if (unit === UNIT.backslash && this.#isInLabel) this.#isLeft = true;
  }

  get #isInLabel(): boolean {
    return this.#label === "open" || this.#inReference;
  }

  #closeBracket(): void {
    if (this.#label === "open") this.#label = "closed";
    this.#inReference = false;
  }

  #openBracket(): void {
    if (this.#after.bang || this.#label === "open") this.#isLeft = true;
    if (this.#after.close) this.#inReference = true;
    if (this.#beforeBlock) this.#label = "open";
  }

  #readDestination(unit: number): void {
    if (unit <= UNIT.blank || unit === UNIT.less || unit === UNIT.backslash) this.#leave();
    else if (unit === UNIT.open && this.#after.close) this.#leave();
    else if (unit === UNIT.open) this.#depth += 1;
    else if (unit === UNIT.close) this.#depth -= 1;
  }
}

/** Behind a label, the next unit decides, whether there was one or not. */
function isUnsure(one: Label, other: Label): boolean {
  return one !== other && (one === "open" || other === "open");
}
