import { type Span, touching } from "@veil/pii/spans";
import { type DefaultTreeAdapterTypes, Parser, type Token } from "parse5";

/** Elements whose content is not text of a page, or is sent with a form. */
export const NO_TEXT: ReadonlySet<string> = new Set([
  ..."script style template title textarea iframe noscript noembed noframes xmp plaintext".split(
    " ",
  ),
  ..."svg math select option optgroup datalist object applet audio video canvas".split(" "),
]);

/**
 * Returns the spans that an HTML parser (WHATWG HTML, section 13.2) does not read as character
 * data. Parses the whole text and the HTML that Markdown passes on (`html`), both with and without
 * scripting because of `noscript`.
 */
export function readHtml(
  text: string,
  spans: readonly Span[],
  html: readonly Span[],
): ReadonlySet<Span> {
  if (!text.includes("<")) return new Set();
  const scripting = /<noscript/i.test(text) ? [true, false] : [true];
  const texts = [text, onlyHtml(text, html)];
  const refused = texts.flatMap((read) =>
    scripting.flatMap((enabled) => [...refusedBy(read, spans, enabled)]),
  );
  const open = html.find(({ start, end }) => !isComplete(text.slice(start, end)));
  const afterOpen = open === undefined ? [] : spans.filter(({ end }) => end > open.start);
  return new Set([...refused, ...afterOpen]);
}

/** Returns the text as HTML after Markdown has escaped all angle brackets outside `html`. */
function onlyHtml(text: string, html: readonly Span[]): string {
  const escaped = (piece: string) => piece.replaceAll("<", "q");
  let [read, at] = ["", 0];
  for (const { start, end } of html) {
    if (start < at) continue;
    read += escaped(text.slice(at, start)) + text.slice(start, end);
    at = end;
  }
  return read + escaped(text.slice(at));
}

function isComplete(html: string): boolean {
  const after = { start: html.length + 1, end: html.length + 2 };
  return touching(new CharacterParser(`${html}\nq`).read().shown, after).length > 0;
}

function refusedBy(text: string, spans: readonly Span[], scriptingEnabled: boolean): Set<Span> {
  const parser = new CharacterParser(text, scriptingEnabled).read();
  const seen = new Map<Span, number>();
  for (const run of parser.shown)
    for (const span of touching(spans, run))
      seen.set(span, (seen.get(span) ?? 0) + overlapLength(span, run));
  const { unsure } = parser;
  const refused = new Set(
    spans.filter((span) => span.end > unsure || seen.get(span) !== span.end - span.start),
  );
  for (const run of parser.hidden) for (const span of touching(spans, run)) refused.add(span);
  return refused;
}

function overlapLength(one: Span, other: Span): number {
  return Math.min(one.end, other.end) - Math.max(one.start, other.start);
}

type Tree = DefaultTreeAdapterTypes.DefaultTreeAdapterMap;
type Node = DefaultTreeAdapterTypes.ParentNode;

/**
 * Records the places of character data in the source, because the tree merges the texts on both
 * sides of a tag.
 */
class CharacterParser extends Parser<Tree> {
  readonly shown: Span[] = [];
  readonly hidden: Span[] = [];
  /**
   * From here on renderers may disagree, because a tag or comment contains another angle bracket.
   */
  unsure = Number.POSITIVE_INFINITY;
  readonly #source: string;
  #last: { readonly top: number; readonly node: Node; readonly hidden: boolean } | undefined;

  constructor(source: string, scriptingEnabled = true) {
    super({ scriptingEnabled, sourceCodeLocationInfo: true });
    this.#source = source;
  }

  read(): this {
    this.tokenizer.write(this.#source, true);
    return this;
  }

  override onStartTag(token: Token.TagToken): void {
    this.#doubt(token);
    super.onStartTag(token);
  }

  override onEndTag(token: Token.TagToken): void {
    this.#doubt(token);
    super.onEndTag(token);
  }

  override onComment(token: Token.CommentToken): void {
    this.#doubt(token);
    super.onComment(token);
  }

  override onDoctype(token: Token.DoctypeToken): void {
    this.#doubt(token);
    super.onDoctype(token);
  }

  override onCharacter(token: Token.CharacterToken): void {
    this.#note(token);
    super.onCharacter(token);
  }

  override onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.#note(token);
    super.onWhitespaceCharacter(token);
  }

  override onNullCharacter(token: Token.CharacterToken): void {
    this.#note(token);
    super.onNullCharacter(token);
  }

  /**
   * Notes a run of character data. The parser may emit a token twice: it counts as shown only once,
   * and as hidden if it is ever hidden.
   */
  #note({ location }: Token.CharacterToken): void {
    if (location === null) return;
    const run = { start: location.startOffset, end: location.endOffset };
    if (this.#isHidden()) this.hidden.push(run);
    if (run.start >= (this.shown.at(-1)?.end ?? 0)) this.shown.push(run);
  }

  #doubt({ location }: Token.Token): void {
    if (location === null || location.startOffset >= this.unsure) return;
    const inside = this.#source.indexOf("<", location.startOffset + 1);
    if (inside !== -1 && inside < location.endOffset) this.unsure = location.startOffset;
  }

  #isHidden(): boolean {
    const { items, stackTop: top } = this.openElements;
    const node = items[top];
    if (node === undefined) return false;
    if (this.#last?.node === node && this.#last.top === top) return this.#last.hidden;
    const open = items.slice(0, top + 1);
    const hidden = open.some((item) => "tagName" in item && NO_TEXT.has(item.tagName));
    this.#last = { top, node, hidden };
    return hidden;
  }
}
