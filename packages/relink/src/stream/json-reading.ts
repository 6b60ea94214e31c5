import { jsonEscaped } from "../json-leaves.ts";
import { TextReading } from "./text-reading.ts";
import { isBeforeBlock, isDigit, isLetter, isLineEnd, UNIT } from "./units.ts";

/**
 * `none` means that the text is certainly not JSON. `before` is before the first bracket, and
 * `ended` is after the last.
 */
type JsonState = "none" | "before" | "structure" | "string" | "ended";

/**
 * Maximum depth at which strings are restored, because the kinds of open brackets are kept in the
 * bits of a number.
 */
const MAX_DEPTH = 30;

/**
 * Follows text that may be JSON, which the rule for whole answers reads string by string. Member
 * names are never restored. It treats all JSON as JSON, and also some texts that are not.
 */
export class JsonReading {
  #state: JsonState = "before";
  #depth = 0;
  #objects = 0;
  #atName = false;
  #inName = false;
  #escaped = false;
  #hasEscape = false;
  #leaf = new TextReading({ isLeaf: true });

  /** Starts again at the beginning of a fenced block. */
  begin(): void {
    this.#state = "before";
    this.#depth = 0;
    this.#objects = 0;
    this.#atName = false;
  }

  read(text: string): void {
    for (let at = 0; at < text.length; at += 1) this.readUnit(text.charCodeAt(at));
  }

  readUnit(unit: number): void {
    if (this.#state === "before" && !isLineEnd(unit) && !isBeforeBlock(unit))
      this.#state = isOpening(unit) ? "structure" : "none";
    if (this.#state === "structure") this.#readStructure(unit);
    else if (this.#state === "string") this.#readString(unit);
    else if (this.#state === "ended" && !isBlankInJson(unit)) this.#state = "none";
  }

  /**
   * Returns whether a value may replace `written` here if this is JSON. Text with a placeholder
   * outside a string is not JSON.
   */
  allows(value: string, written: string): boolean {
    if (this.#state !== "string") return true;
    if (this.#inName || this.#hasEscape || written.includes("\\")) return false;
    return jsonEscaped(value) === value;
  }

  /** Whether this place is text when the string is read as a separate text. */
  get isText(): boolean {
    return this.#state !== "string" || this.#leaf.isText;
  }

  readPlaceholder(written: string, contents: readonly string[]): void {
    if (this.#state !== "string") this.#state = "none";
    else if (written.includes("\\")) this.#hasEscape = true;
    else this.#leaf.readOneOf(contents);
  }

  copy(): JsonReading {
    const copy = new JsonReading();
    copy.#state = this.#state;
    copy.#depth = this.#depth;
    copy.#objects = this.#objects;
    copy.#atName = this.#atName;
    copy.#inName = this.#inName;
    copy.#escaped = this.#escaped;
    copy.#hasEscape = this.#hasEscape;
    copy.#leaf = this.#leaf.copy();
    return copy;
  }

  #readString(unit: number): void {
    if (unit < UNIT.blank) this.#state = "none";
    else if (this.#escaped) this.#escaped = false;
    else if (unit === UNIT.backslash) {
      this.#escaped = true;
      this.#hasEscape = true;
    } else if (unit === UNIT.quote) this.#state = "structure";
    else if (!this.#hasEscape) this.#leaf.readUnit(unit);
  }

  #readStructure(unit: number): void {
    switch (unit) {
      case UNIT.quote:
        this.#openString();
        break;
      case UNIT.openBracket:
      case UNIT.openBrace:
        this.#open(unit === UNIT.openBrace);
        break;
      case UNIT.closeBracket:
      case UNIT.closeBrace:
        this.#close();
        break;
      case UNIT.comma:
      case UNIT.colon:
        this.#atName = unit === UNIT.comma && this.#isInObject;
        break;
      default:
        if (!isInToken(unit) && !isBlankInJson(unit)) this.#state = "none";
    }
  }

  #openString(): void {
    this.#state = "string";
    this.#inName = this.#atName || this.#depth > MAX_DEPTH;
    this.#escaped = false;
    this.#hasEscape = false;
    this.#leaf = new TextReading({ isLeaf: true });
  }

  #open(isObject: boolean): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) return;
    const bit = 1 << (this.#depth - 1);
    this.#objects = isObject ? this.#objects | bit : this.#objects & ~bit;
    this.#atName = isObject;
  }

  #close(): void {
    this.#depth -= 1;
    this.#atName = false;
    if (this.#depth <= 0) this.#state = this.#depth === 0 ? "ended" : "none";
  }

  get #isInObject(): boolean {
    return (this.#objects & (1 << (this.#depth - 1))) !== 0;
  }
}

function isOpening(unit: number): boolean {
  return unit === UNIT.openBracket || unit === UNIT.openBrace;
}

function isInToken(unit: number): boolean {
  return (
    isLetter(unit) ||
    isDigit(unit) ||
    unit === UNIT.plus ||
    unit === UNIT.hyphen ||
    unit === UNIT.dot
  );
}

function isBlankInJson(unit: number): boolean {
  return unit === UNIT.blank || unit === UNIT.tab || isLineEnd(unit);
}
