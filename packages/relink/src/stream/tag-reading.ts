import { NO_TEXT } from "../read-html.ts";
import { isLetter, isLineEnd, UNIT } from "./units.ts";

/**
 * States of the tokenizer (WHATWG HTML, section 13.2.5). States that treat every unit the same are
 * merged.
 */
type TagState =
  | "text"
  | "open"
  | "end-open"
  | "name"
  | "before-attribute"
  | "attribute"
  | "after-attribute"
  | "before-value"
  | "double-quoted"
  | "single-quoted"
  | "unquoted"
  | "declaration";

type Step = TagState | "closed" | "refused";

/**
 * Names of refused elements. `<pre>` begins an HTML block that blank lines do not end (CommonMark,
 * section 4.6).
 */
const REFUSED_NAMES: ReadonlySet<string> = new Set([...NO_TEXT, "pre"]);
const LONGEST_NAME = Math.max(...[...REFUSED_NAMES].map(({ length }) => length));

/** Elements in which a browser reads no markup. */
const RAW_NAMES: ReadonlySet<string> = new Set(
  "script style template title textarea iframe noscript noembed noframes xmp".split(" "),
);
const FOREIGN_NAMES: ReadonlySet<string> = new Set(["svg", "math"]);
/**
 * Matches tags of CommonMark, sections 6.5 and 6.6. Some renderers treat other tags as text and
 * escape their last sign.
 */
const ORDINARY =
  /^<(?:[a-z][a-z0-9-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|"\s*"|'\s*'))?)*\s*\/?|\/[a-z][a-z0-9-]*\s*|[a-z][a-z0-9.+-]*:[^\s<>]*)>$/i;
/**
 * Matches declarations, comments and instructions; one with an inner angle bracket is refused
 * earlier.
 */
const DECLARATION = /^<(?:![a-z].*|!--.*--|\?.*\?)>$/is;
const BLANK_LINE = /\n[ \t\r]*\n|\r[ \t]*\r/;
/** Maximum length of a tag, in UTF-16 code units. */
const LONGEST_TAG = 4096;

/**
 * Follows the tags of a text, one unit after another. It refuses everything that is not a complete,
 * ordinary tag on one line. In a whole text, tags may contain line ends, comments are read, and the
 * content of scripts and similar elements is read up to their end tags.
 */
export class TagReading {
  readonly #isWhole: boolean;
  #state: TagState = "text";
  #name = "";
  /** The tag without the text between its quotation marks. */
  #written = "";
  /** The open element in which no markup is read, and the last text read in it. */
  #raw = { name: "", tail: "" };
  /**
   * Set after a tag of SVG or MathML. Inside SVG and MathML, a browser reads markup even in
   * elements of `RAW_NAMES`. Where SVG or MathML ends depends on the renderer.
   */
  #mayBeForeign = false;

  constructor(isWhole: boolean) {
    this.#isWhole = isWhole;
  }

  get isText(): boolean {
    return this.#state === "text" && this.#raw.name === "";
  }

  /** Whether the next unit may show that the text before it began a tag. */
  get mayOpen(): boolean {
    return this.#state === "open" || this.#state === "end-open";
  }

  /**
   * Reads a unit. Returns false once nothing that follows may be restored. `isCode` means that only
   * a browser may read tags here, and no renderer.
   */
  read(unit: number, isCode: boolean): boolean {
    if (this.#state === "text" && this.#raw.name !== "") return this.#readRaw(unit);
    if (this.#state === "text" && unit !== UNIT.less) return true;
    const step = this.#step(unit);
    if (step === "refused") return false;
    this.#note(unit, step);
    if (this.#written.length > LONGEST_TAG) return false;
    if (step === "closed" && !this.#close(isCode)) return false;
    this.#state = step === "closed" ? "text" : step;
    if (this.#state === "text") [this.#name, this.#written] = ["", ""];
    return true;
  }

  copy(): TagReading {
    const copy = new TagReading(this.#isWhole);
    copy.#state = this.#state;
    copy.#name = this.#name;
    copy.#written = this.#written;
    copy.#raw = this.#raw;
    copy.#mayBeForeign = this.#mayBeForeign;
    return copy;
  }

  equals(other: TagReading): boolean {
    return (
      this.#state === other.#state &&
      this.#written === other.#written &&
      this.#raw.name === other.#raw.name &&
      this.#raw.tail === other.#raw.tail &&
      this.#mayBeForeign === other.#mayBeForeign
    );
  }

  #note(unit: number, step: Step): void {
    const sign = String.fromCharCode(unit);
    if (step === "name" && this.#name.length <= LONGEST_NAME) this.#name += sign;
    if (step !== this.#state || !QUOTED.has(step) || isLineEnd(unit)) this.#written += sign;
  }

  #step(unit: number): Step {
    const isDeclared = unit === UNIT.bang || unit === UNIT.question;
    if (this.#isWhole && this.#state === "open" && isDeclared) return "declaration";
    if (this.#isWhole || !isLineEnd(unit)) return NEXT[this.#state](unit);
    return this.#state === "open" ? "text" : "refused";
  }

  #close(isCode: boolean): boolean {
    const name = this.#name.toLowerCase();
    const isEnd = this.#written.startsWith("</");
    if (this.#raw.name !== "" && (name !== this.#raw.name || !isEnd)) return false;
    if (this.#state === "declaration") return DECLARATION.test(this.#written);
    if (!this.#isWhole && REFUSED_NAMES.has(name)) return false;
    if (!this.#openRaw(isEnd ? "" : name)) return false;
    return name !== "plaintext" && (isCode || isOrdinary(this.#written));
  }

  #openRaw(name: string): boolean {
    const isRaw = RAW_NAMES.has(name);
    this.#raw = { name: isRaw ? name : "", tail: "" };
    if (isRaw && this.#mayBeForeign) return false;
    this.#mayBeForeign ||= FOREIGN_NAMES.has(name);
    return true;
  }

  /**
   * Reads a unit of an element without markup. Comments in scripts and styles change where the
   * element ends. In other elements, some readers take an angle bracket for a tag.
   */
  #readRaw(unit: number): boolean {
    const { name, tail } = this.#raw;
    const read = (tail + String.fromCharCode(unit)).toLowerCase().slice(-name.length - 2);
    this.#raw = { name, tail: read };
    if (read === `</${name}`) [this.#state, this.#name, this.#written] = ["name", name, read];
    return name === "script" || name === "style" ? !read.endsWith("<!--") : !/<[^/]/.test(read);
  }
}

const QUOTED: ReadonlySet<Step> = new Set(["double-quoted", "single-quoted"]);

const NEXT: Readonly<Record<TagState, (unit: number) => Step>> = {
  text: (unit) => (unit === UNIT.less ? "open" : "text"),
  open: (unit) => {
    if (isLetter(unit)) return "name";
    if (unit === UNIT.bang || unit === UNIT.question) return "refused";
    if (unit === UNIT.slash) return "end-open";
    return unit === UNIT.less ? "open" : "text";
  },
  "end-open": (unit) => {
    if (isLetter(unit)) return "name";
    return unit === UNIT.greater ? "text" : "refused";
  },
  name: (unit) => inTag(unit, { blank: "before-attribute", else: "name" }),
  "before-attribute": (unit) => inTag(unit, { blank: "before-attribute", else: "attribute" }),
  attribute: (unit) =>
    unit === UNIT.equals
      ? "before-value"
      : inTag(unit, { blank: "after-attribute", else: "attribute" }),
  "after-attribute": (unit) =>
    unit === UNIT.equals
      ? "before-value"
      : inTag(unit, { blank: "after-attribute", else: "attribute" }),
  "before-value": (unit) => {
    if (unit === UNIT.less) return "refused";
    if (unit === UNIT.quote) return "double-quoted";
    if (unit === UNIT.apostrophe) return "single-quoted";
    if (isBlankInTag(unit)) return "before-value";
    return unit === UNIT.greater ? "closed" : "unquoted";
  },
  "double-quoted": (unit) => inQuotes(unit, UNIT.quote, "double-quoted"),
  "single-quoted": (unit) => inQuotes(unit, UNIT.apostrophe, "single-quoted"),
  unquoted: (unit) => {
    if (unit === UNIT.less) return "refused";
    if (isBlankInTag(unit)) return "before-attribute";
    return unit === UNIT.greater ? "closed" : "unquoted";
  },
  declaration: (unit) => {
    if (unit === UNIT.less) return "refused";
    return unit === UNIT.greater ? "closed" : "declaration";
  },
};

function inTag(unit: number, next: { readonly blank: Step; readonly else: Step }): Step {
  if (unit === UNIT.less) return "refused";
  if (unit === UNIT.greater) return "closed";
  if (unit === UNIT.slash) return "before-attribute";
  return isBlankInTag(unit) ? next.blank : next.else;
}

function inQuotes(unit: number, quote: number, state: TagState): Step {
  if (unit === UNIT.less) return "refused";
  return unit === quote ? "before-attribute" : state;
}

function isBlankInTag(unit: number): boolean {
  return unit === UNIT.blank || unit === UNIT.tab || unit === UNIT.formFeed || isLineEnd(unit);
}

function isOrdinary(tag: string): boolean {
  return (ORDINARY.test(tag) || !tag.includes("=")) && !BLANK_LINE.test(tag);
}
