import { isBlank } from "../read-runs.ts";
import { mayBeLabel, urlStartOf } from "../url-starts.ts";
import { isLineEnd, UNIT } from "./units.ts";

/**
 * Where a URL ends: at a sign that matches its opening sign and is escaped in the same way, at the
 * end of the line or paragraph, or never, because the whole text is the URL.
 */
type End = { readonly sign: number; readonly isEscaped?: boolean } | "line" | "paragraph" | "never";

interface Url {
  readonly end: End;
  /** The number of open parentheses. */
  readonly depth: number;
  /**
   * In a destination, a space, a quotation mark or an escape makes the end of the URL uncertain.
   */
  readonly isDestination: boolean;
}

/**
 * What a reader may be reading: text, the possible beginning of a URL after a sign (`begun` is the
 * part that has arrived), or a URL.
 */
type State =
  | { readonly kind: "text" }
  | { readonly kind: "sign"; readonly url: Url; readonly begun: string; readonly mayWait: boolean }
  | { readonly kind: "url"; readonly url: Url };

const MAX_STATES = 8;
const TEXT: State = { kind: "text" };
const LOST: Url = { end: "paragraph", depth: 0, isDestination: false };
const START: State = {
  ...{ kind: "sign", url: { ...LOST, end: "never" }, begun: "", mayWait: true },
};
const QUOTES: ReadonlySet<number> = new Set([UNIT.quote, UNIT.apostrophe, UNIT.backtick]);
const SIGNS: ReadonlySet<number> = new Set([
  ...[...QUOTES, UNIT.open, UNIT.less, UNIT.equals, UNIT.colon],
]);
const UNSURE: ReadonlySet<number> = new Set([...QUOTES, UNIT.backslash, UNIT.less]);
const BEFORE_QUOTE: ReadonlySet<number> = new Set([
  ...[UNIT.equals, UNIT.open, UNIT.openBracket, UNIT.openBrace, UNIT.colon, UNIT.comma, UNIT.less],
]);

/**
 * Follows URLs after a sign with which a renderer, a browser or a style sheet may begin one: `(`,
 * `<`, a quotation mark, `=`, `]:`. These URLs continue after spaces, up to their own end or the
 * end of the paragraph. A URL in prose, without such a sign, ends at a space, and its run decides
 * about it. A JSON string (`isLeaf`) may be a URL as a whole, which never ends.
 */
export class LinkReading {
  #states: readonly State[];
  /** Whether a closing bracket precedes this place, directly or with white space between. */
  #afterBracket: "directly" | "apart" | undefined;
  #afterEscape = false;
  #afterReturn = false;
  #afterSlash = false;
  /** Whether a quotation mark here opens something even if a space follows it. */
  #mayOpenQuote = true;
  #inBareUrl = false;
  #onBlankLine = false;

  constructor(isLeaf: boolean) {
    this.#states = isLeaf ? [TEXT, START] : [TEXT];
  }

  get isText(): boolean {
    return this.#states.every(({ kind }) => kind !== "url");
  }

  readUnit(unit: number): void {
    if (isLineEnd(unit)) this.#endLine(unit);
    if (this.#states.length > 1 || this.#states[0] !== TEXT || SIGNS.has(unit))
      this.#states = distinct(this.#states.map((state) => this.#next(state, unit)));
    this.#note(unit);
  }

  /** Merges the state of another reading, when either of the two texts may have been read. */
  join(other: LinkReading): void {
    this.#states = distinct([...this.#states, ...other.#states]);
    this.#afterBracket ??= other.#afterBracket;
    this.#afterEscape ||= other.#afterEscape;
    this.#afterReturn ||= other.#afterReturn;
    this.#afterSlash &&= other.#afterSlash;
    this.#mayOpenQuote ||= other.#mayOpenQuote;
    this.#inBareUrl &&= other.#inBareUrl;
    this.#onBlankLine &&= other.#onBlankLine;
  }

  copy(): LinkReading {
    const copy = new LinkReading(false);
    copy.#states = this.#states;
    copy.#afterBracket = this.#afterBracket;
    copy.#afterEscape = this.#afterEscape;
    copy.#afterReturn = this.#afterReturn;
    copy.#afterSlash = this.#afterSlash;
    copy.#mayOpenQuote = this.#mayOpenQuote;
    copy.#inBareUrl = this.#inBareUrl;
    copy.#onBlankLine = this.#onBlankLine;
    return copy;
  }

  #note(unit: number): void {
    const isSpace = unit <= UNIT.blank;
    if (unit === UNIT.closeBracket) this.#afterBracket = "directly";
    else this.#afterBracket = isSpace && this.#afterBracket !== undefined ? "apart" : undefined;
    this.#afterEscape = unit === UNIT.backslash && !this.#afterEscape;
    const isUrl = this.#inBareUrl || (this.#afterSlash && unit === UNIT.slash);
    this.#inBareUrl = isUrl && !isSpace;
    this.#afterSlash = unit === UNIT.slash;
    this.#mayOpenQuote = isSpace || BEFORE_QUOTE.has(unit);
    this.#onBlankLine &&= isBlank(unit);
  }

  #endLine(unit: number): void {
    const isPair = unit === UNIT.lineFeed && this.#afterReturn;
    this.#afterReturn = unit === UNIT.carriageReturn;
    if (isPair) return;
    const isOver = ({ end }: Url) => end === "line" || (this.#onBlankLine && end !== "never");
    const isPending = (state: State) => state.kind === "sign" && !this.#onBlankLine;
    this.#states = distinct(
      this.#states.map((it) =>
        it.kind === "text" || isPending(it) || !isOver(it.url) ? it : TEXT,
      ),
    );
    this.#onBlankLine = true;
  }

  #next(state: State, unit: number): State {
    if (state.kind === "url") return this.#inUrl(state, unit);
    const opened = this.#opened(state, unit);
    if (opened !== undefined || state.kind === "text") return opened ?? state;
    if (state.begun === "" && unit <= UNIT.blank) return state.mayWait ? state : TEXT;
    // Programs that read a URL drop line ends, but programs that read text do not.
    if (isBlank(unit) && state.url.end !== "never") return TEXT;
    return afterSign({ ...state, begun: state.begun + String.fromCharCode(unit) });
  }

  /** Returns the state after a sign that may open a URL, or undefined after any other sign. */
  #opened(state: State, unit: number): State | undefined {
    if (!SIGNS.has(unit)) return undefined;
    const opens = (url: Url, mayWait = true): State => ({ kind: "sign", url, begun: "", mayWait });
    switch (unit) {
      case UNIT.colon:
        return this.#afterBracket === undefined ? undefined : opens(LOST);
      case UNIT.equals:
        return this.#inBareUrl ? undefined : opens({ ...LOST, end: "line" });
      case UNIT.less:
        return opens({ ...LOST, end: { sign: UNIT.greater } });
      case UNIT.open:
        // The Markdown reading covers URLs after `](`.
        return this.#afterBracket === "directly" ? TEXT : opens(this.#parenthesis(state));
      default:
        return opens(
          { ...LOST, end: { sign: unit, isEscaped: this.#afterEscape } },
          this.#mayOpenQuote || this.#afterEscape,
        );
    }
  }

  #parenthesis(state: State): Url {
    const outer = state.kind === "sign" && state.begun === "" ? state.url : LOST;
    return {
      end: { sign: UNIT.close },
      depth: outer.depth + 1,
      isDestination: this.#afterBracket === "apart" || outer.isDestination,
    };
  }

  #inUrl(state: State & { readonly kind: "url" }, unit: number): State {
    const { end, depth, isDestination } = state.url;
    if (typeof end === "string") return state;
    if (isDestination && (UNSURE.has(unit) || unit <= UNIT.blank))
      return { kind: "url", url: LOST };
    if (unit === UNIT.open && depth > 0)
      return { kind: "url", url: { ...state.url, depth: depth + 1 } };
    if (unit !== end.sign || this.#afterEscape !== (end.isEscaped ?? false)) return state;
    if (depth > 1) return { kind: "url", url: { ...state.url, depth: depth - 1 } };
    // A sign that closes a URL here opens one for a reader who takes the first sign as part of
    // something else.
    return this.#opened(TEXT, unit) ?? TEXT;
  }
}

function afterSign(state: State & { readonly kind: "sign" }): State {
  const start = urlStartOf(state.begun);
  if (start === "none") return TEXT;
  const isUrl = start === "url" && !(isProse(state.url) && mayBeLabel(state.begun));
  return isUrl ? { kind: "url", url: state.url } : state;
}

/**
 * Returns whether the URL is in parentheses or quotation marks. There, no renderer reads a scheme
 * with a space as a URL.
 */
function isProse({ end, isDestination }: Url): boolean {
  return typeof end === "object" && end.sign !== UNIT.greater && !isDestination;
}

/** Removes duplicate states. If too many are left, returns the worst one instead. */
function distinct(states: readonly State[]): readonly State[] {
  if (states.length === 1) return states;
  const byKey = new Map(states.map((state) => [JSON.stringify(state), state]));
  if (byKey.size <= MAX_STATES) return [...byKey.values()];
  const isEndless = states.some((state) => state.kind !== "text" && state.url.end === "never");
  return [{ kind: "url", url: isEndless ? { ...LOST, end: "never" } : LOST }];
}
