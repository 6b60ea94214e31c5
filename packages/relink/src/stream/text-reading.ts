import { AttributeListReading } from "./attribute-list-reading.ts";
import { FenceReading } from "./fence-reading.ts";
import { LinkReading } from "./link-reading.ts";
import { TagReading } from "./tag-reading.ts";
import { isBeforeBlock, isLineEnd, UNIT } from "./units.ts";

/** The state of text in brackets; `closed` lasts only until the next unit. */
type Label = "none" | "open" | "closed";

/** What the last unit may begin. */
type After = Readonly<Record<"bang" | "open" | "close" | "return", boolean>>;

const NOTHING: After = { bang: false, open: false, close: false, return: false };
const AFTER: ReadonlyMap<number, After> = new Map([
  [UNIT.bang, { ...NOTHING, bang: true }],
  [UNIT.openBracket, { ...NOTHING, open: true }],
  [UNIT.closeBracket, { ...NOTHING, close: true }],
  [UNIT.carriageReturn, { ...NOTHING, return: true }],
]);

/** The part of `[text](destination "title")` after `](`. */
type Destination = "url" | "before-title" | "title" | "after-title";

export interface TextReadingOptions {
  /** True for a JSON string, which may be a URL as a whole. */
  readonly isLeaf?: boolean;
  /** True if the parsers have also read and judged everything that follows. */
  readonly isWhole?: boolean;
}

/**
 * Tracks, in constant space, which Markdown or HTML may be open at the end of a text. `isText` is
 * true if the next character is in text or code however the text continues, for `micromark`,
 * `parse5`, and other renderers and browsers. Blank lines end every construct except tags.
 */
export class TextReading {
  readonly #isWhole: boolean;
  /** Nothing is restored from here on: this is inside HTML that cannot be followed. */
  #isRefused = false;
  /**
   * Nothing is restored before the next blank line: after a definition, after what only resembles
   * an image, or after a line that begins with a tag.
   */
  #isLeft = false;
  /** State of an image: in `![text]`, and after it, where its destination must follow. */
  #image: Label = "none";
  #label: Label = "none";
  /** Whether this place is in `[text][label]` or `[^label]`. */
  #inReference = false;
  /** The number of open parentheses in a destination. */
  #depth = 0;
  /** The number of brackets opened in a destination; some renderers read a link from them first. */
  #brackets = 0;
  #destination: Destination = "url";
  #hasTag = false;
  #beforeBlock = true;
  #isBlank = true;
  #after: After = NOTHING;
  #tag: TagReading;
  #fence = new FenceReading();
  #attributes = new AttributeListReading();
  #links: LinkReading;

  constructor({ isLeaf = false, isWhole = false }: TextReadingOptions = {}) {
    this.#isWhole = isWhole;
    this.#tag = new TagReading(isWhole);
    this.#links = new LinkReading(isLeaf);
  }

  get isText(): boolean {
    if (this.#isRefused || !this.#tag.isText || !this.#links.isText) return false;
    if (this.#fence.isInside) return true;
    if (this.#isLeft || this.#image !== "none" || this.#depth > 0) return false;
    if (this.#brackets > 0) return false;
    if (!this.#attributes.isText) return false;
    if (this.#fence.isOnFenceLine) return this.#isWhole;
    return this.#isWhole || (this.#label === "none" && !this.#inReference);
  }

  get isOnFenceLine(): boolean {
    return this.#fence.isOnFenceLine;
  }

  read(text: string): void {
    for (let at = 0; at < text.length; at += 1) this.readUnit(text.charCodeAt(at));
  }

  readUnit(unit: number): void {
    this.#links.readUnit(unit);
    if (isLineEnd(unit)) this.#endLine(unit);
    else this.#readInLine(unit);
  }

  #readInLine(unit: number): void {
    const wasInTag = !this.#tag.isText && !this.#tag.mayOpen;
    if (!this.#tag.read(unit, this.#fence.isInside)) this.#isRefused = true;
    if (!wasInTag && !this.#tag.isText && !this.#tag.mayOpen) this.#beginTag();
    this.#fence.read(unit);
    if (!this.#fence.isInside) this.#readMarkdown(unit);
    this.#after = AFTER.get(unit) ?? NOTHING;
    if (unit !== UNIT.blank && unit !== UNIT.tab) this.#isBlank = false;
    if (!isBeforeBlock(unit) && unit !== UNIT.less && unit !== UNIT.slash)
      this.#beforeBlock = false;
  }

  /** Reads one of several texts, without knowing which one it will be. */
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
    const copy = new TextReading({ isWhole: this.#isWhole });
    copy.#isRefused = this.#isRefused;
    copy.#isLeft = this.#isLeft;
    copy.#image = this.#image;
    copy.#label = this.#label;
    copy.#inReference = this.#inReference;
    copy.#depth = this.#depth;
    copy.#brackets = this.#brackets;
    copy.#destination = this.#destination;
    copy.#hasTag = this.#hasTag;
    copy.#beforeBlock = this.#beforeBlock;
    copy.#isBlank = this.#isBlank;
    copy.#after = this.#after;
    copy.#tag = this.#tag.copy();
    copy.#fence = this.#fence.copy();
    copy.#attributes = this.#attributes.copy();
    copy.#links = this.#links.copy();
    return copy;
  }

  #join(other: TextReading): void {
    this.#isRefused ||=
      other.#isRefused ||
      !this.#tag.equals(other.#tag) ||
      this.#after.return !== other.#after.return;
    this.#links.join(other.#links);
    this.#attributes.join(other.#attributes);
    this.#isLeft ||=
      other.#isLeft ||
      isUnsure(this.#label, other.#label) ||
      this.#image !== other.#image ||
      this.#depth !== other.#depth ||
      this.#brackets !== other.#brackets ||
      this.#destination !== other.#destination;
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
    if (!this.#tag.read(unit, this.#fence.isInside)) this.#isRefused = true;
    if (this.#depth > 0 || this.#image !== "none") this.#leave();
    const wasBlank = this.#isBlank;
    this.#attributes.endLine();
    const isHeld = this.#hasTag || this.#isLeft || this.#attributes.isOpen;
    const line = this.#fence.endLine(!isHeld);
    if (wasBlank || line !== "text") this.#endParagraph(line === "fence" && !this.#fence.isInside);
    if (this.#label === "closed") this.#label = "none";
    this.#beforeBlock = true;
    this.#isBlank = true;
    this.#after = AFTER.get(unit) ?? NOTHING;
  }

  /** Ends the paragraph, except after a fence that may only be text (`mayGoOn`). */
  #endParagraph(mayGoOn: boolean): void {
    if (mayGoOn || this.#fence.isInside) return;
    this.#isLeft = false;
    this.#hasTag = false;
    this.#label = "none";
    this.#inReference = false;
    this.#image = "none";
    this.#depth = 0;
    this.#brackets = 0;
  }

  #beginTag(): void {
    this.#hasTag = true;
    if (this.#image !== "none" || (this.#beforeBlock && !this.#isWhole)) this.#leave();
  }

  #leave(): void {
    this.#isLeft = true;
    this.#image = "none";
    this.#depth = 0;
  }

  #readMarkdown(unit: number): void {
    this.#attributes.readUnit(unit);
    if (this.#label === "closed") this.#endLabel(unit);
    if (this.#image !== "none") this.#readImage(unit);
    if (this.#depth > 0) this.#readDestination(unit);
    else if (unit === UNIT.open && this.#after.close) this.#openDestination();
    if (unit === UNIT.openBracket) this.#openBracket();
    if (unit === UNIT.closeBracket) this.#closeBracket();
    if (unit === UNIT.caret && this.#after.open) this.#inReference = true;
    // A backslash may escape the bracket that ends the label.
    if (unit === UNIT.backslash && this.#isInLabel && !this.#isWhole) this.#isLeft = true;
  }

  #endLabel(unit: number): void {
    if (unit === UNIT.colon) this.#isLeft = true;
    this.#label = "none";
  }

  get #isInLabel(): boolean {
    return this.#label === "open" || this.#inReference;
  }

  #closeBracket(): void {
    if (this.#brackets > 0) this.#brackets -= 1;
    if (this.#label === "open") this.#label = "closed";
    if (this.#image === "open") this.#image = "closed";
    this.#inReference = false;
  }

  #openBracket(): void {
    if (this.#after.bang) this.#image = "open";
    if (this.#label === "open" && !this.#isWhole) this.#isLeft = true;
    if (this.#after.close) this.#inReference = true;
    if (this.#beforeBlock) this.#label = "open";
  }

  /**
   * Reads a unit of an image, whose destination must follow. A renderer could read anything before
   * the destination as another construct, or see no image.
   */
  #readImage(unit: number): void {
    if (this.#image === "closed" ? unit !== UNIT.open : UNSURE.has(unit)) this.#leave();
  }

  #openDestination(): void {
    this.#image = "none";
    this.#depth = 1;
    this.#destination = "url";
  }

  #readDestination(unit: number): void {
    if (UNSURE_IN_DESTINATION.has(unit) || unit < UNIT.blank) this.#leave();
    else if (this.#destination === "url") this.#readUrl(unit);
    else if (this.#destination === "title") this.#readTitle(unit);
    else if (unit === UNIT.close) this.#depth = 0;
    else if (unit === UNIT.quote && this.#destination === "before-title")
      this.#destination = "title";
    else if (unit !== UNIT.blank) this.#leave();
  }

  #readTitle(unit: number): void {
    if (unit === UNIT.quote) this.#destination = "after-title";
    else if (unit === UNIT.open || unit === UNIT.close || unit === UNIT.openBracket) this.#leave();
  }

  #readUrl(unit: number): void {
    const isBracket = unit === UNIT.openBracket;
    if (QUOTES.has(unit) || (this.#after.close && (isBracket || unit === UNIT.open))) this.#leave();
    else if (isBracket) this.#brackets += 1;
    else if (unit === UNIT.blank && this.#depth === 1) this.#destination = "before-title";
    else if (unit === UNIT.blank) this.#leave();
    else if (unit === UNIT.open) this.#depth += 1;
    else if (unit === UNIT.close) this.#depth -= 1;
  }
}

const QUOTES: ReadonlySet<number> = new Set([UNIT.quote, UNIT.apostrophe]);
/** After these, renderers that read code, a link or a tag first may end a destination elsewhere. */
const UNSURE_IN_DESTINATION: ReadonlySet<number> = new Set([
  ...[UNIT.backslash, UNIT.backtick, UNIT.less],
]);
const UNSURE: ReadonlySet<number> = new Set([...UNSURE_IN_DESTINATION, UNIT.openBracket]);

/** Returns whether only one of the labels is open; otherwise, the next unit decides. */
function isUnsure(one: Label, other: Label): boolean {
  return one !== other && (one === "open" || other === "open");
}
