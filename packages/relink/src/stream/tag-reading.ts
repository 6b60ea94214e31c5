import { NO_TEXT } from "../read-html.ts";
import { isLetter, isLineEnd, UNIT } from "./units.ts";

/** States of the tokenizer (WHATWG HTML, section 13.2.5); those that treat every unit the same are one. */
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
  | "unquoted";

type Step = TagState | "closed" | "refused";

/** `<pre>` begins an HTML block that blank lines do not end (CommonMark, section 4.6). */
const REFUSED_NAMES: ReadonlySet<string> = new Set([...NO_TEXT, "pre"]);
const LONGEST_NAME = Math.max(...[...REFUSED_NAMES].map(({ length }) => length));

/** Follows the tags of a text, one unit after another. Whatever is no complete, ordinary tag on one line is refused. */
export class TagReading {
  #state: TagState = "text";
  #name = "";

  get isText(): boolean {
    return this.#state === "text";
  }

  /** Whether the next unit may decide that what came before it was a tag. */
  get mayOpen(): boolean {
    return this.#state === "open" || this.#state === "end-open";
  }

  /** False once nothing that follows may be restored. */
  read(unit: number): boolean {
    if (this.#state === "text" && unit !== UNIT.less) return true;
    const step = isLineEnd(unit) ? atLineEnd(this.#state) : NEXT[this.#state](unit);
    if (step === "refused") return false;
    if (step === "name" && this.#name.length <= LONGEST_NAME)
      this.#name += String.fromCharCode(unit);
    if (step === "closed" && REFUSED_NAMES.has(this.#name.toLowerCase())) return false;
    this.#state = step === "closed" ? "text" : step;
    if (this.#state === "text") this.#name = "";
    return true;
  }

  copy(): TagReading {
    const copy = new TagReading();
    copy.#state = this.#state;
    copy.#name = this.#name;
    return copy;
  }

  equals(other: TagReading): boolean {
    return this.#state === other.#state && this.#name === other.#name;
  }
}

function atLineEnd(state: TagState): Step {
  return state === "text" || state === "open" ? "text" : "refused";
}

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
  return unit === UNIT.blank || unit === UNIT.tab || unit === UNIT.formFeed;
}
